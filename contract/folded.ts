import { withoutUnseen } from './unseen.ts'

const marks = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Letters and signs that Unicode does not take apart. `search_fold` of the database knows the same. */
const others: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ς: 'σ', '‘': "'", '’': "'", ʼ: "'", '‐': '-', '–': '-', '—': '-', '−': '-' },
}

/**
 * A text as searches compare it: without regard to case, accents and how a word processor writes
 * apostrophes and hyphens. 'jose' is part of what 'José' becomes, and 'strasse' of 'Straße'.
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

/** What keyboards have for an apostrophe. */
const apostrophes = /[`´ʹʻ′‛]/g

/** What is searched for as it is typed, and as it was meant where a copied text brought more than its words. */
export function wordingsOf(search: string): string[] {
  const typed = search.trim()
  const meant = withoutUnseen(typed).replace(apostrophes, "'").replace(/\s+/g, ' ').trim()
  return typed === meant ? [typed] : [typed, meant]
}

/** Whether one of the texts contains what is searched for. */
export function isPartOf(search: string, ...texts: string[]): boolean {
  const wanted = wordingsOf(search).map(folded)
  return texts.some((text) => wanted.some((each) => folded(text).includes(each)))
}
