import { t } from '../texts/texts.ts'

const namedAtMost = 3

/** A user's places: the names of a few, otherwise their number. */
export function placeNames(places: readonly string[]): string {
  if (places.length > namedAtMost) return t('working.placeCount', { n: places.length })
  return places.join(', ')
}
