import { withoutInvisible } from './invisible-characters.ts'

const marks = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Letters and signs that Unicode does not decompose. `search_fold` of the database uses the same. */
const others: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ς: 'σ', '‘': "'", '’': "'", ʼ: "'", '‐': '-', '–': '-', '—': '-', '−': '-' },
}

/**
 * Normalizes a text for search: ignores case, accents and typographic apostrophes and hyphens. 'jose' matches 'José',
 * and 'strasse' matches 'Straße'.
 */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => others[letter] ?? letter)
}

/** Characters typed as an apostrophe. */
const apostrophes = /[`´ʹʻ′‛]/g

/** The search as typed, and cleaned of characters that copying adds. */
export function wordingsOf(search: string): string[] {
  const typed = search.trim()
  const meant = withoutInvisible(typed).replace(apostrophes, "'").replace(/\s+/g, ' ').trim()
  return typed === meant ? [typed] : [typed, meant]
}

/** Whether one of the texts contains the search. */
export function isPartOf(search: string, ...texts: string[]): boolean {
  const wanted = wordingsOf(search).map(folded)
  return texts.some((text) => wanted.some((each) => folded(text).includes(each)))
}
