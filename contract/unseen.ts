/** Soft hyphens, joiners, byte order marks and direction marks: invisible, and not typed on purpose. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** The same, except joiners between non-Latin letters, which are part of the spelling. */
const needless =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<![^\p{ASCII}\p{Script=Latin}\p{Cf}])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Script=Latin}\p{Cf}])/gu

const seen = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Removes all invisible characters but spaces. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}

/** Removes invisible characters that change no word. */
export function withoutNeedless(text: string): string {
  return text.replace(needless, '')
}

/** Whether anything is visible: an accent without a letter is not. */
export function isSeen(text: string): boolean {
  return seen.test(text)
}
