import { useId as useReactId } from 'react'

// Replaces @mantine/hooks (vite.config.ts), whose useId renders every element with an id twice before the first paint.
export * from '@mantine/hooks'

export function useId(given?: string): string {
  const id = useReactId()
  return given ?? id
}
