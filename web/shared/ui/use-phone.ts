import { useMediaQuery } from '@mantine/hooks'

/** Viewports narrower than 768 pixels. */
const phone = '(max-width: 47.99em)'

/** Room for all columns and actions of a table. */
const wide = '(min-width: 75em)'

export function usePhone(): boolean {
  return useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
}

export function useWide(): boolean {
  return useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
}
