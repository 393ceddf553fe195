import { parse } from 'regexparam'
import type { Parser } from 'wouter'

/** Patterns such as `/rooms/:number`, with decoded parameters. */
export const pathParser: Parser = (route, loose) => {
  const { keys, pattern } = parse(route, loose)
  return {
    keys,
    pattern: {
      exec(path) {
        const found = pattern.exec(path)
        found?.forEach((part, index) => {
          if (part) found[index] = decoded(part)
        })
        return found
      },
    },
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
