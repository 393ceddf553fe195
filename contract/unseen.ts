/** Soft hyphens, joiners, byte order marks, marks of direction: neither seen nor typed on purpose. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** The same, but joiners between letters that are not Latin are part of how a word is spelled. */
const needless =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<![^\p{ASCII}\p{Script=Latin}\p{Cf}])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Script=Latin}\p{Cf}])/gu

const seen = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** A text without anything invisible but spaces. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}

/** A text without what is invisible and changes no word. */
export function withoutNeedless(text: string): string {
  return text.replace(needless, '')
}

/** Whether there is anything to see: an accent without a letter is not. */
export function isSeen(text: string): boolean {
  return seen.test(text)
}
