import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { firstPlacesQuery } from './place-queries.ts'
import type { Asked } from './question.ts'

const PlaceSearch = lazy(() => import('./PlaceSearch.tsx'))
/** More are found faster by typing. */
const listedMax = 12

/** Places with devices of the account, and the one in the address. */
export function PlaceFilter({ asked: { question, change } }: { asked: Asked }) {
  const { location: place = '', owner } = question
  const { data } = useQuery(firstPlacesQuery(owner))
  // Without a list to choose from, the table links the places.
  if (owner === 'all' && !place) return null
  // A device at another place would leave nothing to show.
  const choose = (chosen: string) => change({ place: chosen, ...(chosen && { device: '' }) })
  const places = data?.data ?? []
  const list = (
    <FilterSelect
      label={t('revenue.place')}
      value={place}
      onChange={choose}
      options={[
        { value: '', label: t('revenue.allPlaces') },
        ...[...new Set([...places, ...(place ? [place] : [])])].map((each) => ({
          value: each,
          label: each,
        })),
      ]}
    />
  )
  if (places.length <= listedMax) return list
  return (
    <Suspense fallback={list}>
      <PlaceSearch place={place} owner={owner} choose={choose} />
    </Suspense>
  )
}

/** Below the filters, of which only this one loads. */
export function PlacesFailure({ owner }: { owner: string | undefined }) {
  const { data, error, refetch } = useQuery(firstPlacesQuery(owner))
  if (!error || data) return null
  const message = messageOf(error, t('revenue.placesFailed'))
  return <LoadFailure message={message} retry={() => void refetch()} />
}
