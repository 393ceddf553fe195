import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Below the 3 seconds within which a start must be answered. */
export const commandTimeoutMs = 2500

/** @returns its output @throws if it fails or takes too long */
export async function run([program = '', ...args]: readonly string[], timeout = commandTimeoutMs) {
  const { stdout } = await promisify(execFile)(program, args, { timeout, killSignal: 'SIGKILL' })
  return stdout.trim()
}
