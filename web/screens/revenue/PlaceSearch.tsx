import { isPartOf } from '@coinless/contract/folded.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { typingPauseMs } from '../../shared/ui/SearchField.tsx'
import { placesQuery } from './place-queries.ts'

interface PlaceSearchProps {
  place: string
  owner: string | undefined
  choose: (place: string) => void
}

/** Wider than the field on a phone. */
const listWidth = 300

/** Offers the first places, and searches all of them. */
export default function PlaceSearch({ place, owner, choose }: PlaceSearchProps) {
  const [typed, setTyped] = useState('')
  const isSearch = typed !== place
  const [search] = useDebouncedValue(
    isSearch ? typed.slice(0, limits.searchMax) : '',
    typingPauseMs,
  )
  const { data, error, refetch } = useQuery(placesQuery(owner, search))
  const offered = new Set([...(data?.data ?? []), ...(place ? [place] : [])])
  return (
    <Select
      aria-label={t('revenue.place')}
      placeholder={t('revenue.allPlaces')}
      nothingFoundMessage={
        error && search ? (
          <LoadFailure
            message={messageOf(error, t('revenue.placesFailed'))}
            retry={() => void refetch()}
          />
        ) : (
          t('revenue.noPlace')
        )
      }
      searchable
      clearable
      comboboxProps={{ width: listWidth, position: 'bottom-start' }}
      data={[
        ...(place ? [{ value: '', label: t('revenue.allPlaces') }] : []),
        ...[...offered].map((each) => ({ value: each, label: each })),
      ]}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server search ignores accents, too.
      filter={({ options, search: text }) =>
        options.filter(
          (option) => 'value' in option && (text === place || isPartOf(text, option.label)),
        )
      }
      value={place || null}
      onChange={(chosen) => choose(chosen ?? '')}
    />
  )
}
