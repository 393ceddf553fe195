import { useMergedRef } from '@mantine/hooks'
import type { Ref } from 'react'

// Stands in for @floating-ui/react where Mantine's scroll area takes this one hook of it (vite.config.ts).
// Every dialog knows the scroll area, so that all that places menus would come with the first screen.
export function useMergeRefs<T>(refs: Ref<T>[]) {
  return useMergedRef(...refs)
}
