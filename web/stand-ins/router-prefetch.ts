import { createContext, type Ref } from 'react'

// Replaces React Router's prefetching for server-rendered apps (vite.config.ts): this app does not use it, but every
// link would include it.
export const FrameworkContext = createContext(undefined)

export function usePrefetchBehavior() {
  return [false, null, {}]
}

export function PrefetchPageLinks() {
  return null
}

export function mergeRefs<T>(ofLink: Ref<T>): Ref<T> {
  return ofLink
}
