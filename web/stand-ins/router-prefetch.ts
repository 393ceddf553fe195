import { createContext, type Ref } from 'react'

// Stands in for what React Router has for apps that it draws on a server, of whose screens each link may
// fetch the data before (vite.config.ts): ours has none of that, and every link would bear it.
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
