import { useMediaQuery } from '@mantine/hooks'

/** A viewport below 768 pixels counts as one. */
const phone = '(max-width: 47.99em)'

export function usePhone(): boolean {
  return useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
}
