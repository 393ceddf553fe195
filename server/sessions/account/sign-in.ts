import type { SignedIn } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer } from '../../http/request/answer.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originOf } from '../../http/request/session.ts'
import { openSession, type Proof } from './sessions.ts'

export function accessToken(app: FastifyInstance, userId: string, sessionId: string): string {
  const claims = { sub: userId, sid: sessionId }
  return app.jwt.sign(claims, { expiresIn: `${limits.accessTokenMinutes}m` })
}

/** Opens a session for an authenticated user. */
export async function signIn(
  { app, database }: Server,
  user: Answer<SignedIn['user']> & { id: string },
  request: FastifyRequest,
  proof: Proof,
): Promise<Answer<SignedIn>> {
  const session = await openSession(
    database,
    user.id,
    { ...originOf(request), language: languageOf(request) },
    proof,
  )
  return {
    session: {
      access_token: accessToken(app, user.id, session.id),
      refresh_token: session.refreshToken,
    },
    user,
  }
}
