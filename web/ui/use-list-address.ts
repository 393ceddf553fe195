import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

const typingPauseMs = 250

/**
 * What a list shows, kept in its address, so that back, reload and a shared link show the same.
 * Changing the search or a filter goes back to the first page.
 */
export function useListAddress() {
  const [address, setAddress] = useSearchParams()
  const [typed, setTyped] = useState(address.get('search') ?? '')

  function change(changes: Record<string, string>, options?: { replace: boolean }) {
    setAddress((previous) => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries({ page: '', ...changes })) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  }

  const search = useDebouncedCallback(
    (text: string) => change({ search: text }, { replace: true }),
    typingPauseMs,
  )

  return {
    page: pageOf(address.get('page')),
    search: address.get('search') ?? '',
    typed,
    filter: (name: string) => address.get(name) ?? '',
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setPage: (page: number, options?: { replace: boolean }) =>
      change({ page: page > 1 ? String(page) : '' }, options),
    setTyped: (text: string) => {
      setTyped(text)
      search(text)
    },
  }
}

function pageOf(text: string | null): number {
  return /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : 1
}
