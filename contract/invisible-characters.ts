/** Soft hyphens, joiners, byte order marks and direction marks: invisible, and not typed on purpose. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** The same, except joiners between non-Latin letters, which are part of the spelling. */
const strayInvisible =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<![^\p{ASCII}\p{Script=Latin}\p{Cf}])[\u200c\u200d]|[\u200c\u200d](?![^\p{ASCII}\p{Script=Latin}\p{Cf}])/gu

const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Removes all invisible characters but spaces. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/** Removes invisible characters that change no word. */
export function withoutStrayInvisible(text: string): string {
  return text.replace(strayInvisible, '')
}

/** Whether anything is visible: an accent without a letter is not. */
export function hasVisible(text: string): boolean {
  return visible.test(text)
}
