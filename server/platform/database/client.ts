import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { again } from './again.ts'
import { toldByConnection } from './lost.ts'

/** As the error of a commit whose outcome nobody knows. */
class UnknownOutcome extends Error {
  readonly code = '08007'
}

const preparedMark = '/* prepared */'
/** In a statement that is planned once for each connection instead of each time. Its text must not vary. */
export const preparedStatement = sql.raw(preparedMark)

/** A transaction is done again as a whole, by whoever began it. */
function againAfter(first: Promise<unknown>, send: () => unknown): Promise<unknown> {
  let answer: Promise<unknown> | undefined = first
  return again(async () => {
    const next = answer ?? send()
    answer = undefined
    return next
  })
}

interface Config extends pg.ClientConfig {
  /** False behind a pooler that gives each transaction another connection. */
  preparedStatements?: boolean
}

const names = new Map<string, string>()

/** PostgreSQL tells prepared statements apart by their names. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/**
 * A connection that tells the truth about what it was asked last. Without this class a commit that
 * was not copied to the synchronous replica looks as if it were done, since PostgreSQL only warns;
 * and after an answer that never came the next query would wait behind it.
 */
export class Client extends pg.Client {
  private isUnreplicated = false

  constructor(config: Config = {}) {
    super(config)
    const query: (...asked: unknown[]) => unknown = this.query.bind(this)
    this.query = ((...asked: unknown[]) => {
      const [text, values] = asked
      const isPrepared =
        config.preparedStatements && typeof text === 'string' && text.includes(preparedMark)
      const send = () =>
        isPrepared ? query({ name: nameOf(text), text, values }) : query(...asked)
      const isAlone = this.getTransactionStatus() === 'I'
      const answer = send()
      if (!(answer instanceof Promise)) return answer
      return toldByConnection(this.checked(isAlone ? againAfter(answer, send) : answer))
    }) as typeof this.query
    this.on('notice', (notice) => {
      // The name of a function of PostgreSQL: unlike the sentence it is in no language.
      if ((notice as { routine?: string }).routine === 'SyncRepWaitForLSN')
        this.isUnreplicated = true
    })
  }

  private async checked<T>(answer: Promise<T>): Promise<T> {
    try {
      const result = await answer
      if (!this.isUnreplicated) return result
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') this.abandon()
      throw error
    }
    this.isUnreplicated = false
    throw new UnknownOutcome('This commit was not copied to the synchronous replica.')
  }

  private abandon() {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }
}
