import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryEntry } from '../router/use-history-entry.ts'
import { getForAccount, setForAccount } from './account-storage.ts'
import { newKey } from './random-key.ts'
import { useIfStillShown } from './use-if-still-shown.ts'

interface ListAddressOptions {
  /**
   * Keeps the search out of the address, which is stored, logged and shared: for lists searched by prepaid code, which
   * is worth money. The browser's history holds only the name under which the search is kept for the account.
   */
  isSearchSecret?: boolean
}

/**
 * State of a list, kept in its address, so that Back, reload and a shared link show the same. A change of the search or
 * a filter goes to the first page.
 */
export function useListAddress({ isSearchSecret = false }: ListAddressOptions = {}) {
  const [address, setAddress] = useSearchParams()
  const { state } = useHistoryEntry()
  const ifStillShown = useIfStillShown()
  const search = (isSearchSecret ? keptSearch(state) : address.get('search')) ?? ''

  const asked = useRef(search)
  useEffect(() => {
    asked.current = search
  }, [search])

  function change(changes: Record<string, string>, { replace = false } = {}) {
    // The rendered state lags behind the address on a slow machine.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries({ page: '', ...changes })) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const nextState = isSearchSecret ? keepSearch(asked.current) : state
    ifStillShown(() => setAddress(next, { replace, state: nextState }))
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
  return state?.keptSearch ? getForAccount(state.keptSearch) : null
}

/** Each search has its own name, so that Back and Forward restore it. */
function keepSearch(search: string): SecretSearch {
  if (!search) return {}
  const keptSearch = `search ${newKey()}`
  setForAccount(keptSearch, search)
  return { keptSearch }
}

function pageOf(text: string | null): number {
  return /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : 1
}
