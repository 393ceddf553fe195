import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { me } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeCode, makeLandlord, makeUser, password } from '../../../test/support/make.ts'

const server = testApp()
const new_password = 'another good password'

/** The code of the last mail to an address. */
async function mailedCode(email: string): Promise<string> {
  const mail = (await server.mails()).findLast(({ to }) => to === email)
  return /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Simulates passed time. */
function pass(seconds: number) {
  const span = sql`make_interval(secs => ${seconds})`
  return sql`update email_codes set
    created_at = created_at - ${span}, expires_at = expires_at - ${span}`.execute(server.database)
}

async function signIn(email: string, secret = password) {
  const { session } = await server.call(auth.login, { body: { email, password: secret } })
  return { token: session.access_token, refresh_token: session.refresh_token }
}

describe('an address', () => {
  test('is verified by the code that registration mails in the language of the user', async () => {
    const email = 'nueva@example.com'
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth-register',
      headers: { 'accept-language': 'es' },
      payload: { full_name: 'Ana', email, password, user_type: 'tenant' },
    })
    const as = { token: response.json().session.access_token }
    const mail = (await server.mails()).findLast(({ to }) => to === email)
    expect(mail?.subject).toBe('Verifica tu correo para Coinless')
    const code = (await mailedCode(email)).toLowerCase().replace('-', ' ')
    expect((await server.call(me.verify, { as, body: { code } })).email_verified).toBe(true)
    const again = await server.refused(me.verify, { as, body: { code } })
    expect([again.status, again.body.code]).toEqual([422, 'wrong_email_code'])
  })

  // id: email-codes-1
  test('gives rights only after it is verified', async () => {
    const holder = await makeUser(server)
    await makeCode(server, await makeLandlord(server), { customer_email: holder.email })
    const total = async () =>
      (await server.call(prepaidCodes.list, { as: holder })).pagination.total
    expect(await total()).toBe(0)
    await server.call(me.sendVerification, { as: holder })
    await server.call(me.verify, { as: holder, body: { code: await mailedCode(holder.email) } })
    expect(await total()).toBe(1)
  })

  test('ends the sessions of a stranger who registered it when its owner verifies it', async () => {
    const squatter = await makeUser(server)
    const owner = await signIn(squatter.email)
    await server.call(me.sendVerification, { as: owner })
    await server.call(me.verify, { as: owner, body: { code: await mailedCode(squatter.email) } })
    expect((await server.refused(me.get, { as: squatter })).status).toBe(401)
    expect((await server.call(me.get, { as: owner })).email_verified).toBe(true)
  })
})

describe('a forgotten password', () => {
  test('is replaced with a mailed code, which verifies the address and ends all sessions', async () => {
    const user = await makeUser(server)
    await server.call(auth.sendPasswordCode, { body: { email: user.email.toUpperCase() } })
    const body = { email: user.email, code: await mailedCode(user.email), new_password }
    await server.call(auth.resetPassword, { body })
    expect((await server.refused(me.get, { as: user })).status).toBe(401)
    await server.refused(auth.login, { body: { email: user.email, password } })
    const as = await signIn(user.email, new_password)
    expect((await server.call(me.get, { as })).email_verified).toBe(true)
    expect((await server.refused(auth.resetPassword, { body })).body.code).toBe('wrong_email_code')
  })

  // id: email-codes-2
  test('gets the same answers and no mail for an unknown address', async () => {
    const user = await makeUser(server)
    const email = 'nobody@example.com'
    await server.call(auth.sendPasswordCode, { body: { email } })
    expect((await server.mails()).filter(({ to }) => to === email)).toEqual([])
    const code = '0000-0000'
    const unknown = await server.refused(auth.resetPassword, {
      body: { email, code, new_password },
    })
    const known = await server.refused(auth.resetPassword, {
      body: { email: user.email, code, new_password },
    })
    expect([known.status, known.body.error]).toEqual([unknown.status, unknown.body.error])
    for (const address of [email, user.email]) {
      const { body } = await server.refused(auth.resetPassword, {
        body: { email: address, code, new_password: 'password1' },
      })
      expect(body.code, address).toBe('common_password')
    }
  })

  test('uses up no code for a new password that is too short', async () => {
    const user = await makeUser(server)
    await server.call(auth.sendPasswordCode, { body: { email: user.email } })
    const code = await mailedCode(user.email)
    const body = { email: user.email, code, new_password: 'short' }
    expect((await server.refused(auth.resetPassword, { body })).body.code).toBe('invalid_input')
    await server.call(auth.resetPassword, { body: { ...body, new_password } })
  })
})

describe('a mailed code', () => {
  async function askedFor() {
    const user = await makeUser(server)
    await server.call(me.sendVerification, { as: user })
    const verify = (code: string) => ({ as: user, body: { code } })
    return { user, code: await mailedCode(user.email), verify }
  }

  test('expires after an hour', async () => {
    const { code, verify } = await askedFor()
    await pass(limits.emailCodeMinutes * 60 + 1)
    expect((await server.refused(me.verify, verify(code))).body.code).toBe('wrong_email_code')
  })

  /** Resets the password from a given network address. */
  async function reset(user: { email: string }, code: string, remoteAddress: string) {
    const payload = { email: user.email, code, new_password }
    const url = '/api/password-resets'
    return (await server.app.inject({ method: 'PUT', url, payload, remoteAddress })).statusCode
  }

  async function forgotten() {
    const user = await makeUser(server)
    await server.call(auth.sendPasswordCode, { body: { email: user.email } })
    return { user, code: await mailedCode(user.email) }
  }

  test('allows five tries from one network, even for concurrent calls', async () => {
    const { user, code, verify } = await askedFor()
    await Promise.all(
      Array.from({ length: 20 }, () => server.refused(me.verify, verify('0000-0000'))),
    )
    await server.refused(me.verify, verify(code))
    const { attempts } = await server.database
      .selectFrom('email_code_attempts')
      .select('attempts')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(attempts).toBe(limits.emailCodeTries)
  })

  test.each(['#.', '*#*', '(#)', '“#”,', '#:', 'Code: #'])(
    'is accepted as it is pasted: %s',
    async (written) => {
      const { user, code } = await forgotten()
      const typed = written.replace('#', code.replace('-', '_'))
      expect(await reset(user, typed, '203.0.113.9')).toBe(204)
    },
  )

  test('is not used up by tries of a stranger on another network', async () => {
    const { user, code } = await forgotten()
    for (let n = 0; n <= limits.emailCodeTries; n++) {
      expect(await reset(user, '0000-0000', '198.51.100.7')).toBe(422)
    }
    expect(await reset(user, code, '198.51.100.7')).toBe(422)
    expect(await reset(user, code, '203.0.113.9')).toBe(204)
  })

  test('stays valid when another one is requested, at most once a minute', async () => {
    const { user, code } = await forgotten()
    const ask = () => server.call(auth.sendPasswordCode, { body: { email: user.email } })
    await Promise.all([ask(), ask(), ask()])
    expect((await server.mails()).filter(({ to }) => to === user.email)).toHaveLength(1)
    await pass(limits.emailCodePauseSeconds + 1)
    await Promise.all([ask(), ask(), ask()])
    expect((await server.mails()).filter(({ to }) => to === user.email)).toHaveLength(2)
    const newer = await mailedCode(user.email)
    expect(newer).not.toBe(code)
    expect(await reset(user, code, '203.0.113.9')).toBe(204)
    expect(await reset(user, newer, '203.0.113.9')).toBe(422)
  })

  test('is valid once, even for concurrent calls', async () => {
    const { user, code } = await forgotten()
    const answers = await Promise.all([1, 2].map(() => reset(user, code, '203.0.113.9')))
    expect(answers.sort()).toEqual([204, 422])
  })

  test('is refused without a server error when it is used up during its check', async () => {
    const { user, code } = await forgotten()
    const { typed } = await server.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('email_codes').where('user_id', '=', user.id).execute()
      const answer = reset(user, code, '203.0.113.9')
      const isWaiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(server.database)
        return rows.length > 0
      }
      await expect.poll(isWaiting).toBe(true)
      return { typed: answer }
    })
    expect(await typed).toBe(422)
  })

  test('stays valid when its call fails', async () => {
    const { user, code } = await forgotten()
    await server.asOwner(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$;
      create trigger fail before update on users for each row execute function fail()`)
    expect(await reset(user, code, '203.0.113.9')).toBe(500)
    await server.asOwner('drop trigger fail on users; drop function fail()')
    expect(await reset(user, code, '203.0.113.9')).toBe(204)
  })

  test('is valid for one user and one purpose', async () => {
    const { user, code } = await askedFor()
    const body = { email: user.email, code, new_password }
    await server.refused(auth.resetPassword, { body })
    await server.refused(me.verify, { as: await makeUser(server), body: { code } })
  })

  test('is stored as a hash only', async () => {
    const { code } = await askedFor()
    const { rows } = await sql<{ row: string }>`
      select encode(code_hash, 'escape') || email_codes::text as row from email_codes`.execute(
      server.database,
    )
    const symbols = code.replace('-', '')
    expect(rows.filter(({ row }) => row.includes(symbols) || row.includes(code))).toEqual([])
  })
})
