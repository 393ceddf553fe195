import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useIfStillHere } from './use-if-still-here.ts'

interface ListAddressOptions {
  /**
   * Keeps the search in this browser's history instead of the address, which is remembered, logged
   * and shared: for lists that are searched by a prepaid code, which is worth money.
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
  const search: string = (isSearchSecret ? state?.search : address.get('search')) ?? ''

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
    const nextState = isSearchSecret ? { search: asked.current } : state
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
    setFilter: (name: string, value: string) => change({ [name]: value }),
    setPage: (page: number, options?: { replace: boolean }) =>
      change({ page: page > 1 ? String(page) : '' }, options),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

function pageOf(text: string | null): number {
  return /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : 1
}
