import { createContext, type Ref } from 'react'

// Replaces a file of react-router (vite.config.ts): links prefetch only in applications of its framework mode.

export const FrameworkContext = createContext(undefined)

export function usePrefetchBehavior(): [false, undefined, object] {
  return [false, undefined, {}]
}

export function PrefetchPageLinks(): null {
  return null
}

/** The first: the other belongs to prefetching. */
export function mergeRefs<T>(ref: Ref<T>): Ref<T> {
  return ref
}
