/** Words from the name of a field without a label, which no call accepts. */
export function wordsOfField(field: string): string {
  const words = field.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
