/** Of PostgreSQL's error codes those of a server that is starting, stopping, full, too slow, gone or a replica. */
const lostCodes =
  /^(08...|25006|57P0[1-5]|57014|55P03|53[0-9A-Z]{3}|58...|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/

/** What the driver says without a code. */
const lostMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

const toldByConnections = new WeakSet<Error>()

/** Remembers of errors that a connection to the database told them: others break with the same codes. */
export function toldByConnection<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    toldByConnections.add(error)
    throw error
  })
}

/**
 * Whether an error says that the database cannot be reached, has no room or takes too long, rather than
 * that we asked it something wrong. What was asked last may have been done or not.
 */
export function isDatabaseLost(error: Error & { code?: string }): boolean {
  if (!toldByConnections.has(error)) return false
  return lostCodes.test(error.code ?? '') || lostMessages.test(error.message)
}
