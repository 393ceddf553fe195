import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import classes from './PlacesField.module.css'

export interface PlacesInput {
  value?: string[] | null
  onChange: (places: string[] | null) => void
  error?: string
}

/** All places, or some of those where the owner's devices are. */
export function PlacesField({ value: places = null, onChange, error }: PlacesInput) {
  const { data } = useQuery({
    queryKey: ['staff', 'places'],
    queryFn: ({ signal }) => call(calls.staff.places, { signal }),
  })
  // Those of before may have no device any more.
  const offered = [...new Set([...(data?.data ?? []), ...(places ?? [])])]
  return (
    <Stack gap="xs">
      <Switch
        label={t('staff.allPlaces')}
        checked={places === null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? null : [])}
      />
      {places && (
        <Switch.Group
          label={t('field.places')}
          description={t('staff.placesHint')}
          value={places}
          onChange={onChange}
          error={error}
          errorProps={{ role: 'alert' }}
        >
          <Stack gap="xs" mt="xs" className={classes.list}>
            {offered.map((place) => (
              <Switch key={place} value={place} label={place} />
            ))}
            {data && offered.length === 0 && <Text size="sm">{t('staff.noPlaces')}</Text>}
          </Stack>
        </Switch.Group>
      )}
    </Stack>
  )
}
