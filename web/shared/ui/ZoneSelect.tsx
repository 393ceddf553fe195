import { Select, type SelectProps } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { viewersTimeZone, zoneName } from './time-zone.ts'

interface ZoneSelectProps extends Omit<SelectProps, 'data'> {
  /** Zones that the browser may not know, or names otherwise. */
  used: (string | null)[]
  /** Choices before the zones. */
  first?: { value: string; label: string }[]
}

export function ZoneSelect({ used, first = [], ...props }: ZoneSelectProps) {
  const zones = zonesWith(used).map((zone) => ({ value: zone, label: zoneName(zone) }))
  return (
    <Select
      label={t('field.time_zone')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('places.noZone')}
      data={[...first, ...zones]}
      {...props}
    />
  )
}

function zonesWith(used: (string | null)[]): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  const more = [...used, viewersTimeZone, 'UTC'].filter((zone): zone is string => Boolean(zone))
  return [...new Set([...known, ...more])].sort()
}
