const patienceMs = 5_000

let last: Promise<unknown> = Promise.resolve()
let hangs = false

/**
 * Runs operations on BACKUP_DIR one at a time, so that a network folder that does not respond blocks only one of Node's
 * four threads, which sign-ins and payments also need. Later calls then fail at once.
 * @throws if the folder does not respond
 */
export function inBackupFolder<T>(ask: () => Promise<T>): Promise<T> {
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
