import { me } from '@coinless/contract/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser } from '../../../test/support/make.ts'
import { connect } from '../../platform/database/connection.ts'
import { accountOf } from '../../sessions/account/accounts.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const server = testApp()

test('makes one admin and asks for a password once, on the first start only', async () => {
  const passwords = ['a good password', 'another good one']
  const makePassword = async () => passwords.shift() ?? ''
  const starts = await Promise.all(
    [1, 2].map(() => ensureFirstAdmin(server.database, {}, makePassword)),
  )
  expect(starts.filter((email) => email !== null)).toEqual(['admin@localhost.localdomain'])
  expect(passwords).toEqual(['another good one'])
  expect(await accountOf(server.database, 'admin@localhost.localdomain')).toMatchObject({
    roles: ['admin'],
    email_verified: true,
  })
})

// id: users-1
test('lets users change their name, which is trimmed and must not be empty', async () => {
  const user = await makeUser(server)
  const renamed = await server.call(me.update, { as: user, body: { full_name: '  Ana Maria ' } })
  expect(renamed.full_name).toBe('Ana Maria')
  expect((await server.call(me.get, { as: user })).full_name).toBe('Ana Maria')
  const { status, body } = await server.refused(me.update, { as: user, body: { full_name: ' ' } })
  expect(status).toBe(400)
  expect(body.error).toBe('Full Name must not be empty.')
})

test('refuses a change of the email address', async () => {
  const user = await makeUser(server)
  const { body } = await server.refused(me.update, {
    as: user,
    body: { full_name: 'Ana', email: 'other@example.com' } as never,
  })
  expect(body.details).toEqual([{ field: 'email', message: 'is not a known field' }])
})

test('survives a lost database connection', async () => {
  const database = connect('postgres://nobody@127.0.0.1:1/nothing')
  await expect(accountOf(database, 'ana@example.com')).rejects.toThrow()
  await database.destroy()
})
