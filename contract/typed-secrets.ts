import { withoutUnseen } from './unseen.ts'

/** Around a text, put there by word processors and chats. Before NFKC, which takes some of them apart. */
const quotes = /["'`´\p{Pi}\p{Pf}\u201a\u201e\u2032\u2033\u301d-\u301f\u300c-\u300f\uff02\uff07]/gu
/** Hyphens, dashes and minus signs, and what keyboards have in their place. */
const dashes = /[\p{Dash}\u02d7\u2043\u30fc]/gu
const spaces = /[\s\p{Z}\u0085\u2800]+/gu

/** A secret without what phones, chats and word processors change in any text. Punctuation stays, for issuers to see. */
export function plainSecret(typed: string): string {
  return withoutUnseen(typed.replace(quotes, '').normalize('NFKC'))
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
}

/** The code in the link of a card or a mail. */
const inLink = /#code=([^ &]+)/i
/** No code has them. Control characters stay: they are refused. */
const marks = /[^\p{L}\p{N}\p{Cc} .):-]/gu
/** Before a code in a list or a mail: its number, and what it is. */
const label = /^(?:- )?(?:\d{1,2}[.):]+ (?!.*[.)] .))?(?:[\p{L} ]+: |c[oó]d(?:e|igo):)?/iu

/**
 * A code as it was meant: people copy it from mails, chats and documents, with what stands around it there. No code
 * has punctuation but hyphens, so that no two become one. Every typed secret passes here.
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

/** The secret of a link, where case, hyphens and underscores count, or the link itself: what follows its '#'. */
export function linkSecret(pasted: string): string {
  return plainSecret(pasted)
    .replace(/^.*#/, '')
    .replace(/[^\w\p{Cc}-]/gu, '')
}

/**
 * How codes are compared: without regard to case, hyphens and spaces, and with the letters that people mistake for
 * digits read as those digits.
 */
export function codeKey(code: string): string {
  return typedSecret(code)
    .toUpperCase()
    .replace(/[ -]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}
