import { t } from '../texts/texts.ts'

const namedAtMost = 3

/** Where somebody works: the names of a few places, or how many there are. */
export function placeNames(places: readonly string[]): string {
  if (places.length > namedAtMost) return t('working.placeCount', { n: places.length })
  return places.join(', ')
}
