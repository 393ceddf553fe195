import { withoutInvisible } from './invisible-characters.ts'

/** Quotes that word processors and chats put around a text. Removed before NFKC, which decomposes some of them. */
const quotes = /["'`´\p{Pi}\p{Pf}\u201a\u201e\u2032\u2033\u301d-\u301f\u300c-\u300f\uff02\uff07]/gu
/** Hyphens, dashes, minus signs and similar keys. */
const dashes = /[\p{Dash}\u02d7\u2043\u30fc]/gu
const spaces = /[\s\p{Z}\u0085\u2800]+/gu

/** Undoes what phones, chats and word processors change in any text. Keeps punctuation, for issuers to see. */
export function plainSecret(typed: string): string {
  return withoutInvisible(typed.replace(quotes, '').normalize('NFKC'))
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
}

/** The code in the link of a card or a mail. */
const inLink = /#code=([^ &]+)/i
/** Characters that no code has. Control characters stay, to be rejected. */
const marks = /[^\p{L}\p{N}\p{Cc} .):-]/gu
/** Before a code in a list or a mail: its number and label. */
const label = /^(?:- )?(?:\d{1,2}[.):]+ (?!.*[.)] .))?(?:[\p{L} ]+: |c[oó]d(?:e|igo):)?/iu

/**
 * Extracts a code as people copy it from mails, chats and documents, with surrounding text. Codes have no punctuation
 * but hyphens, so that no two become equal. Every typed secret passes here.
 */
export function typedSecret(typed: string): string {
  const text = plainSecret(typed)
  return (inLink.exec(text)?.[1] ?? text)
    .replaceAll('_', '-')
    .replace(marks, '')
    .replace(spaces, ' ')
    .trim()
    .replace(label, '')
    .replace(/[.):]/g, '')
    .replace(/^[ -]+|[ -]{1,3}$/g, '')
}

/** The secret of a link, or the link itself, whose secret follows '#'. Case, hyphens and underscores matter. */
export function linkSecret(pasted: string): string {
  return plainSecret(pasted)
    .replace(/^.*#/, '')
    .replace(/[^\w\p{Cc}-]/gu, '')
}

/** Key for comparing codes: ignores case, hyphens and spaces, and reads letters that look like digits as digits. */
export function codeKey(code: string): string {
  return typedSecret(code)
    .toUpperCase()
    .replace(/[ -]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}
