/** A field by the words of its name, for one that has no label: no call takes it. */
export function wordsOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
