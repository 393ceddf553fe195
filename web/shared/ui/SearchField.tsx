import { limits } from '@coinless/contract/limits.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import type { ListAddress } from './use-list-address.ts'

/** Pause in typing before a search starts, in milliseconds. */
export const typingPauseMs = 250

interface SearchFieldProps {
  label: string
  address: Pick<ListAddress, 'search' | 'setSearch'>
  /** Why a text need not be searched for. */
  problemOf?: (search: string) => string | undefined
}

export function SearchField({ label, address, problemOf }: SearchFieldProps) {
  const problem = (text: string) => (text.trim() ? problemOf?.(text) : undefined)
  const { typed, setTyped } = useTyped(address, (text) => !problem(text))
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={limits.searchMax}
      value={typed}
      error={problem(typed)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => setTyped('')} />
        )
      }
      flex="1 1 220px"
    />
  )
}

/** The text in the field, which is ahead of the search during typing. */
function useTyped(
  { search, setSearch }: SearchFieldProps['address'],
  isUsable: (text: string) => boolean,
) {
  const [typed, setTyped] = useState(search)
  /** The search shown, followed by those sent since, because the screen may lag behind. */
  const sent = useRef([search])
  const send = useDebouncedCallback((text: string) => {
    if (!isUsable(text)) return
    sent.current.push(text)
    setSearch(text)
  }, typingPauseMs)

  useEffect(() => {
    const known = sent.current.lastIndexOf(search)
    sent.current = known < 0 ? [search] : sent.current.slice(known)
    // Otherwise Back, Forward or a menu link brought another search.
    if (known < 0) setTyped(search)
  }, [search])

  return {
    typed,
    setTyped: (text: string) => {
      setTyped(text)
      send(text)
    },
  }
}
