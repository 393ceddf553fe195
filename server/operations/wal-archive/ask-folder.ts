const patienceMs = 5_000

let last: Promise<unknown> = Promise.resolve()
let hangs = false

/**
 * Asks BACKUP_DIR for something, one after the other. A folder of another machine that does not answer holds the thread of
 * each who asks, and Node has four, which sign-ins and payments need too: so it holds one, and who asks next is told.
 * @throws when it does not answer
 */
export function askFolder<T>(ask: () => Promise<T>): Promise<T> {
  if (hangs) return Promise.reject(away())
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isGivenUp = false
  const timer = setTimeout(() => {
    hangs = true
    isGivenUp = true
    reject(away())
  }, patienceMs)
  timer.unref()
  last = last.then(async () => {
    if (isGivenUp) return
    await ask().then(resolve, reject)
    clearTimeout(timer)
    hangs = false
  })
  return promise
}

function away(): Error {
  return new Error('BACKUP_DIR does not answer')
}
