import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Less than the 3 seconds in which a start has to be answered. */
export const patienceMs = 2500

/** @returns what it printed. Throws when it fails, or takes too long. */
export async function run([program = '', ...args]: readonly string[], timeout = patienceMs) {
  const { stdout } = await promisify(execFile)(program, args, { timeout, killSignal: 'SIGKILL' })
  return stdout.trim()
}
