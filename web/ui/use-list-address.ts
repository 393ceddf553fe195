import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { keep, kept } from './kept.ts'
import { newKey } from './random-key.ts'
import { useIfStillHere } from './use-if-still-here.ts'

interface ListAddressOptions {
  /**
   * Keeps the search out of the address, which is remembered, logged and shared: for lists that are
   * searched by a prepaid code, which is worth money. The browser's history, which the next person has
   * as well, holds only the name under which the search is kept for the account.
   */
  isSearchSecret?: boolean
}

/**
 * What a list shows, kept in its address, so that back, reload and a shared link show the same.
 * Changing the search or a filter goes back to the first page.
 */
export function useListAddress({ isSearchSecret = false }: ListAddressOptions = {}) {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const ifStillHere = useIfStillHere()
  const search = (isSearchSecret ? keptSearch(state) : address.get('search')) ?? ''

  const asked = useRef(search)
  useEffect(() => {
    asked.current = search
  }, [search])

  function change(changes: Record<string, string>, { replace = false } = {}) {
    // What is shown runs behind the address while somebody is quicker than their machine.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries({ page: '', ...changes })) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const nextState = isSearchSecret ? keepSearch(asked.current) : state
    ifStillHere(() => setAddress(next, { replace, state: nextState }))
  }

  function setSearch(text: string) {
    asked.current = text
    change(isSearchSecret ? {} : { search: text }, { replace: true })
  }

  return {
    page: pageOf(address.get('page')),
    search,
    setSearch,
    filter: (name: string) => address.get(name) ?? '',
    setFilter: (name: string, value: string, options?: { replace: boolean }) =>
      change({ [name]: value }, options),
    setPage: (page: number, options?: { replace: boolean }) =>
      change({ page: page > 1 ? String(page) : '' }, options),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

interface SecretSearch {
  keptSearch?: string
}

function keptSearch(state: SecretSearch | null): string | null {
  return state?.keptSearch ? kept(state.keptSearch) : null
}

/** Each under a name of its own: back and forward show what was searched for then. */
function keepSearch(search: string): SecretSearch {
  if (!search) return {}
  const keptSearch = `search ${newKey()}`
  keep(keptSearch, search)
  return { keptSearch }
}

function pageOf(text: string | null): number {
  return /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : 1
}
