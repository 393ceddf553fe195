/** Around a text, put there by word processors and chats. Before NFKC, which takes some of them apart. */
const quotes = /["'`´\p{Pi}\p{Pf}\u201a\u201e\u2032\u2033\u301d-\u301f\u300c-\u300f\uff02\uff07]/gu
/** Neither seen nor typed on purpose: soft hyphens, joiners, byte order marks, marks of direction. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Hyphens, dashes and minus signs, and what keyboards have in their place. */
const dashes = /[\p{Dash}\u02d7\u2043\u30fc]/gu
const spaces = /[\s\p{Z}\u0085\u2800]+/gu

/**
 * A code as it was meant: people copy it from mails, chats and documents, which write dashes, spaces and quotes of
 * their own. Whatever anybody types as a secret passes here.
 */
export function typedSecret(typed: string): string {
  return typed
    .replace(quotes, '')
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(dashes, '-')
    .replace(spaces, ' ')
    .trim()
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
