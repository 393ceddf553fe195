/**
 * Shares one question among concurrent callers, and its answer for a while after.
 */
export function memoizeBriefly<T>(keptSeconds: number) {
  const answers = new Map<string, Promise<T>>()
  return (id: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(id)
    if (known) return known
    const answer = ask()
    answers.set(id, answer)
    const forget = () => void setTimeout(() => answers.delete(id), keptSeconds * 1000).unref()
    answer.then(forget, forget)
    return answer
  }
}
