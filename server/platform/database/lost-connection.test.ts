import { expect, test } from 'vitest'
import { isDatabaseLost, withConnectionErrors } from './lost-connection.ts'

/** An error as a database connection reports it. */
async function told(code: string | undefined, message: string): Promise<Error> {
  const error = Object.assign(new Error(message), { code })
  await expect(withConnectionErrors(Promise.reject(error))).rejects.toBe(error)
  return error
}

test.each([
  ['a server that is gone', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['a server that is told to stop', '57P01', 'terminating connection due to administrator command'],
  ['a crash of another connection', '57P02', 'terminating connection because of crash'],
  ['a server that starts', '57P03', 'the database system is starting up'],
  ['too many connections', '53300', 'sorry, too many clients already'],
  ['a primary that became a replica', '25006', 'cannot execute INSERT in a read-only transaction'],
  ['a full disk', '53100', 'could not extend file: No space left on device'],
  ['a broken disk', '58030', 'could not read block: Input/output error'],
  ['a statement that takes too long', '57014', 'canceling statement due to statement timeout'],
  ['a connection that breaks', undefined, 'Connection terminated unexpectedly'],
  ['no free connection', undefined, 'timeout exceeded when trying to connect'],
])('%s is temporary', async (_what, code, message) => {
  expect(isDatabaseLost(await told(code, message))).toBe(true)
})

test.each([
  ['a broken rule', '23505', 'duplicate key value violates unique constraint'],
  ['a fault of ours', '42601', 'syntax error at or near'],
  ['another error', undefined, 'undefined is not a function'],
])('%s is permanent', async (_what, code, message) => {
  expect(isDatabaseLost(await told(code, message))).toBe(false)
})

test('ignores broken connections that are not to the database', () => {
  const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(isDatabaseLost(error)).toBe(false)
})
