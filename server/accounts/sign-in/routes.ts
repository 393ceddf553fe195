import { auth } from '@coinless/contract/auth.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { bearerToken, claimsOf, networksToCount, originOf } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { attempt, passwordThrottle } from '../../http/throttle/failed-attempts.ts'
import { isMailDelayed } from '../../notifications/mail/outbox.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { accountOf, registerUser } from '../../sessions/account/accounts.ts'
import { mailCode } from '../../sessions/account/email-codes.ts'
import { resetPassword } from '../../sessions/account/password.ts'
import { hashNewPassword, hashPassword, isPassword } from '../../sessions/account/passwords.ts'
import { renewSession } from '../../sessions/account/renewal.ts'
import { signOut } from '../../sessions/account/sessions.ts'
import { accessToken, signIn } from '../../sessions/account/sign-in.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { hasAuthenticator } from '../second-factor/authenticator.ts'
import { proveSecondFactor } from '../second-factor/proof.ts'

export async function authRoutes(server: Server) {
  const { app, config, database } = server
  // Checked when no account has the address, so that both answers take the same time.
  const nobodysPassword = await hashPassword('nobody')

  route(server, auth.login, async ({ body, request }) => {
    const origin = originOf(request)
    const account = await accountOf(database, body.email)
    const hash = account?.password_hash ?? nobodysPassword
    const isRight = await attempt(
      database,
      passwordThrottle(server, body.email, origin),
      async () => (await isPassword(body.password, hash)) && account !== undefined,
    )
    if (!account || !isRight) {
      const typed = { id: account?.id ?? null, name: body.email }
      await recordEvent(database, origin, 'sign_in_failed', typed)
      throw new Refusal('wrong_credentials')
    }
    const secondFactor = await proveSecondFactor(server, account, body.second_factor, origin)
    return signIn(server, account, request, {
      secondFactor,
      isStillGood: async (transaction, { password_hash }) =>
        password_hash === account.password_hash &&
        (secondFactor || !(await hasAuthenticator(transaction, account.id))),
    })
  })

  route(server, auth.register, async ({ body, request }) => {
    const { password, ...facts } = body
    const password_hash = await hashNewPassword(password)
    const user = await registerUser(database, originOf(request), { ...facts, password_hash })
    const networks = networksToCount(config, user, request)
    await mailCode(server, user, 'verification', languageOf(request), networks)
    return signIn(server, user, request, { secondFactor: false, isRegistration: true })
  })

  route(server, auth.sendPasswordCode, async ({ body, request }) => {
    const account = await accountOf(database, body.email)
    if (account) {
      const networks = networksToCount(config, account, request)
      await mailCode(server, account, 'password', languageOf(request), networks)
    }
    return { mail_delayed: await isMailDelayed(database) }
  })

  route(server, auth.resetPassword, ({ body, request }) =>
    resetPassword(database, originOf(request), body),
  )

  route(server, auth.refresh, async ({ body, request }) => {
    const session = await renewSession(server, body.refresh_token, {
      ...originOf(request),
      language: languageOf(request),
    })
    if (!session) throw new Refusal('session_expired')
    return {
      access_token: accessToken(app, session.userId, session.id),
      refresh_token: session.refreshToken,
    }
  })

  route(server, auth.logout, async ({ request }) => {
    const token = bearerToken(request)
    const claims = token && claimsOf(app, token, { ignoreExpiration: true })
    if (claims) await signOut(database, claims, originOf(request))
  })
}
