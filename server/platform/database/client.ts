import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { withConnectionErrors } from './lost-connection.ts'
import { withRetries } from './retries.ts'

/** A commit with unknown outcome, with the error code that PostgreSQL has for it. */
class UnknownOutcome extends Error {
  readonly code = '08007'
}

const preparedMark = '/* prepared */'
/** Marks a statement to prepare once per connection. Its text must not vary. */
export const preparedStatement = sql.raw(preparedMark)

/** Retries a statement outside a transaction. Code that begins a transaction retries it as a whole. */
function againAfter(first: Promise<unknown>, send: () => unknown): Promise<unknown> {
  let answer: Promise<unknown> | undefined = first
  return withRetries(async () => {
    const next = answer ?? send()
    answer = undefined
    return next
  })
}

interface Config extends pg.ClientConfig {
  /** False behind a pooler in transaction mode. */
  preparedStatements?: boolean
}

const names = new Map<string, string>()

/** PostgreSQL identifies prepared statements by name. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/**
 * A connection that fails a commit that was not copied to the synchronous replica, for which PostgreSQL only warns. It
 * closes after a query timeout, because the next query would wait behind the missing answer.
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
      return withConnectionErrors(this.checked(isAlone ? againAfter(answer, send) : answer))
    }) as typeof this.query
    this.on('notice', (notice) => {
      // Name of a PostgreSQL function: unlike the message, it is never translated.
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
