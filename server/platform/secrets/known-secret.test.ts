import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'
import { expectKnownSecret } from './known-secret.ts'
import { seal } from './sealed.ts'

const server = testApp()
const right = 'the secret that the database was used with'
const wrong = 'another secret, made by the next start'
const start = (secret: string, isLost = false) =>
  expectKnownSecret(server.database, secret, { isLost })

beforeEach(() => server.asOwner('delete from authenticators; delete from secret_check'))

async function sealApp(secret: string) {
  const { id } = await makeUser(server)
  const sealed_secret = seal(secret, randomBytes(20), id)
  await server.database
    .insertInto('authenticators')
    .values({ user_id: id, sealed_secret, confirmed_at: new Date() })
    .execute()
}

// id: known-secret-1
test('refuses to start with another secret than the one that sealed authenticator apps', async () => {
  await start(right)
  await sealApp(right)
  await expect(start(wrong)).rejects.toThrow(
    /^JWT_SECRET does not belong to this database: .* 1 authenticator apps/,
  )
  await start(right)
})

test('refuses another secret on a database that does not know its secret yet', async () => {
  await sealApp(right)
  await expect(start(wrong)).rejects.toThrow(/^JWT_SECRET/)
  await start(right)
  await expect(start(wrong)).rejects.toThrow(/^JWT_SECRET/)
})

test('accepts a new secret if nothing is sealed or the old one is declared lost', async () => {
  await start(right)
  await start(wrong)
  await sealApp(wrong)
  await start(right, true)
  await start(right)
  await expect(start(wrong)).rejects.toThrow(/^JWT_SECRET/)
})
