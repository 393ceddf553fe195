import type { TestApp } from './app.ts'
import { makeAdmin } from './make.ts'

/** Tokens that were valid once. */
export async function makeEndedSessions(test: TestApp) {
  const [signedOut, runOut, deleted] = await Promise.all([
    makeAdmin(test),
    makeAdmin(test),
    makeAdmin(test),
  ])
  const { database } = test
  await database
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', signedOut.id)
    .execute()
  const sessions = database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', 'in', [runOut.id, deleted.id])
  const claims = { sub: runOut.id, sid: runOut.sessionId }
  const expired = test.app.jwt.sign(claims, { expiresIn: -1 })
  await database.deleteFrom('refresh_tokens').where('session_id', 'in', sessions).execute()
  await database.deleteFrom('sessions').where('user_id', '=', deleted.id).execute()
  await database.deleteFrom('users').where('id', '=', deleted.id).execute()
  return { 'signed out': signedOut, 'run out': { token: expired }, deleted }
}
