/** First letters of a person's first and last names. null: no name. */
export function initialsOf(fullName: string): string | null {
  const names = fullName.match(/\p{L}[^\s]*/gu) ?? []
  const letters = [names[0], names.slice(1).at(-1)].map((name) => /^\p{L}\p{M}*/u.exec(name ?? ''))
  return letters.join('').toUpperCase() || null
}
