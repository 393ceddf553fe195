import { useMediaQuery } from '@mantine/hooks'

/** Viewports narrower than 768 pixels. */
const phone = '(max-width: 47.99em)'

export function usePhone(): boolean {
  return useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
}
