import { isPartOf } from '@coinless/contract/folded.ts'
import { Select, type SelectProps } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { viewersTimeZone, zoneName } from '../ui/time-zone.ts'

interface ZoneSelectProps extends Omit<SelectProps, 'data'> {
  'data-autofocus'?: boolean
  /** Zones that the browser may not know, or names otherwise. */
  used: (string | null)[]
  /** Choices before the zones. */
  first?: { value: string; label: string }[]
}

export function ZoneSelect({ used, first = [], ...props }: ZoneSelectProps) {
  const zones = zonesWith(used).map((zone) => ({ value: zone, label: zoneName(zone) }))
  const data = [...first, ...zones]
  const chosen = data.find(({ value }) => value === props.value)
  return (
    <Select
      label={t('field.time_zone')}
      searchable
      openOnFocus={false}
      // Enter would otherwise send the form with the former zone.
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t('places.noZone')}
      data={data}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (search === chosen?.label || isPartOf(zoneName(search), option.label)),
        )
      }
      {...props}
    />
  )
}

function zonesWith(used: (string | null)[]): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  const more = [...used, viewersTimeZone, 'UTC'].filter((zone): zone is string => Boolean(zone))
  return [...new Set([...known, ...more])].sort()
}
