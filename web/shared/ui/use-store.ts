import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/**
 * Renders again when the result changes.
 * @param read what to return instead of the store's value: the same result until the store changes
 */
export function useStore<T>(store: Store<T>): T
export function useStore<T, R>(store: Store<T>, read: () => R): R
export function useStore<T>(store: Store<T>, read: () => unknown = store.get) {
  return useSyncExternalStore(store.subscribe, read)
}
