import { useId as useReactId } from 'react'

// Stands in for @mantine/hooks in the web app (vite.config.ts): its useId draws whatever has an id a
// second time, before the first is painted.
export * from '@mantine/hooks'

export function useId(given?: string): string {
  const id = useReactId()
  return given ?? id
}
