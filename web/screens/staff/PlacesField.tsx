import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import classes from './PlacesField.module.css'

export interface PlacesInput {
  value?: string[] | null
  onChange: (places: string[] | null) => void
  error?: string
}

/** All places, or some of those with the owner's devices. */
export function PlacesField({ value: places = null, onChange, error }: PlacesInput) {
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: ['staff', 'places'],
    queryFn: ({ signal }) => call(calls.staff.places, { signal }),
  })
  const [shown, setShown] = useState<string[]>([])
  const [beforeAll, setBeforeAll] = useState<string[]>([])
  // Earlier places may have no devices now; they stay listed when they are deselected.
  const offered = [...new Set([...(data?.data ?? []), ...(places ?? []), ...shown])]

  function choose(chosen: string[] | null) {
    setShown(offered)
    setBeforeAll(places ?? [])
    // In the server's order.
    onChange(chosen && [...chosen].sort())
  }

  return (
    <Stack gap="xs">
      <Switch
        label={t('staff.allPlaces')}
        checked={places === null}
        onChange={({ currentTarget: { checked } }) => choose(checked ? null : beforeAll)}
      />
      {places && (
        <Switch.Group
          label={t('field.places')}
          description={t('staff.placesHint')}
          value={places}
          onChange={choose}
          error={error}
          errorProps={{ role: 'alert' }}
        >
          <Stack gap="xs" mt="xs" className={classes.list}>
            {offered.map((place) => (
              <Switch key={place} value={place} label={place} />
            ))}
            {!data && !failure && <Loading rows={2} />}
            {!data && failure && (
              <LoadFailure
                message={messageOf(failure, t('staff.placesFailed'))}
                retry={() => void refetch()}
              />
            )}
            {data && offered.length === 0 && <Text size="sm">{t('staff.noPlaces')}</Text>}
          </Stack>
        </Switch.Group>
      )}
    </Stack>
  )
}
