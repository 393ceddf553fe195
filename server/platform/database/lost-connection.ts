/** Error codes of a PostgreSQL that is starting, stopping, full, too slow, gone or a replica. */
const lostCodes =
  /^(08...|25006|57P0[1-5]|57014|55P03|53[0-9A-Z]{3}|58...|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/

/** Messages of the driver without an error code. */
const lostMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

const connectionErrors = new WeakSet<Error>()

/** Marks errors of a database connection, because other connections fail with the same codes. */
export function withConnectionErrors<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    connectionErrors.add(error)
    throw error
  })
}

/**
 * Whether an error means that the database is unreachable, full or too slow, rather than that a query was wrong. The
 * last statement may have been applied or not.
 */
export function isDatabaseLost(error: Error & { code?: string }): boolean {
  if (!connectionErrors.has(error)) return false
  return lostCodes.test(error.code ?? '') || lostMessages.test(error.message)
}
