import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import type { Right } from '@coinless/contract/rights.ts'
import { rightsOfStaff } from '@coinless/contract/staff.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { answered, bodyOf, statusOf, testApp } from '../support/app.ts'
import { rows } from '../support/calls.ts'
import { type KeyKind, keyCallers, keyKinds } from '../support/keys.ts'
import type { TestUser } from '../support/make.ts'
import { open } from '../support/open-calls.ts'
import { restoredWorld } from '../support/restored-world.ts'
import { answerTo, answerToKey, answerToStaff, type Row } from '../support/row.ts'
import { type StaffKind, staffCallers, staffKinds } from '../support/staff.ts'
import { factsOfCodes, unreadableIn } from '../support/unreadable.ts'
import { type CallerKind, callers, type World } from '../support/world.ts'

type CallerOfMatrix = CallerKind | KeyKind | StaffKind

const server = testApp()
const restored = restoredWorld(server)
let world: World

beforeAll(async () => {
  world = await restored()
})

// id: matrix-1
describe('an endpoint by caller', () => {
  test.each(rows.map((row) => [labelOf(row), row] as const))('%s', async (_label, row) => {
    const isRead = row.endpoint.method === 'GET'
    const unreadable: string[] = []
    const answer = async <Caller extends CallerOfMatrix>(caller: Caller) => {
      const as = { ...world.as, ...world.keys, ...world.staff }[caller]
      const rights = rightsIn(caller)
      const facts = rights ? await factsOfCodes(server.database) : []
      const received = await answered(server.app, row.endpoint, as, row.send?.(world))
      if (rights) unreadable.push(...unreadableIn(row.endpoint, received, rights, facts))
      return [caller, received.status] as const
    }
    const all = [...keyCallers, ...staffCallers, ...callers]
    // A successful change of named data gets a restored world, because the next caller needs
    // the data unchanged.
    const changing = all.filter(
      (caller) => !isRead && row.send?.length && expected(row, caller) < 300,
    )
    const isOther = (caller: CallerOfMatrix) => !changing.includes(caller)
    // One by one, because some share an account, and first, because it may be closed later.
    const answers = []
    for (const kind of [...keyCallers, ...staffCallers].filter(isOther)) {
      answers.push(await answer(kind))
    }
    answers.push(...(await Promise.all(callers.filter(isOther).map(answer))))
    for (const caller of changing) {
      answers.push(await answer(caller))
      await restored()
    }
    if (!isRead && !row.send?.length) await restored()
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(all.map((caller) => [caller, expected(row, caller)])),
    )
    expect(unreadable).toEqual([])
  })

  test.each(open)('$path is open to anyone', async (endpoint, status, send) => {
    for (const caller of callers) {
      expect(await statusOf(server.app, endpoint, world.as[caller], send?.()), caller).toBe(status)
    }
    await restored()
  })
})

// id: matrix-2
test('hides the owners of other people’s data', async () => {
  const { owner_id, landlord_email } = world.device
  const shown: string[] = []
  for (const { endpoint, send } of rows.filter(({ endpoint: { method } }) => method === 'GET')) {
    for (const caller of ['stranger', 'payer', 'unverified landlord', 'former admin'] as const) {
      const answer = await bodyOf(server.app, endpoint, world.as[caller], send?.(world))
      const names = [owner_id, landlord_email].some((each) => answer.includes(String(each)))
      if (names) shown.push(`${endpoint.path} to ${caller}`)
    }
  }
  // A payer may know the payee.
  expect(shown).toEqual(['/users-me/export to payer', '/transactions/:id/receipt to payer'])
})

test('shows the email addresses of other users only to those who deal with them', async () => {
  const shown: string[] = []
  const { payer, owner, admin } = world.as as Record<CallerKind, TestUser>
  for (const { endpoint, send } of rows.filter(({ endpoint: { method } }) => method === 'GET')) {
    const asked = (['payer', 'holder', 'stranger', 'owner', 'landlord'] as const).map(
      async (caller) => {
        const answer = await bodyOf(server.app, endpoint, world.as[caller], send?.(world))
        const named = Object.entries({ payer, owner, admin })
          .filter(([kind, { email }]) => kind !== caller && answer.includes(email))
          .map(([kind]) => `${endpoint.path} to ${caller}: ${kind}`)
        shown.push(...named)
      },
    )
    await Promise.all(asked)
  }
  // Staff know whom they work for, and payers whom they pay.
  expect(shown.sort()).toEqual([
    '/memberships to holder: owner',
    '/top-ups/:id to holder: owner',
    '/users-me/export to holder: owner',
    '/users-me/export to payer: owner',
  ])
})

test('has a row for every endpoint, and opens only those for anyone', () => {
  const all = Object.values(endpoints).flatMap((feature): Endpoint[] => Object.values(feature))
  const inTable = new Set(rows.map(({ endpoint }) => endpoint))
  const isOpen = new Set(open.map(([endpoint]) => endpoint))
  expect(all.filter((each) => !inTable.has(each) && !isOpen.has(each))).toEqual([])
  expect(all.filter(({ may }) => may === 'anyone')).toEqual(all.filter((each) => isOpen.has(each)))
})

function expected(row: Row, caller: CallerOfMatrix): number {
  if (caller in keyKinds) return answerToKey(row, caller as KeyKind)
  if (caller in staffKinds) return answerToStaff(row, caller as StaffKind)
  return answerTo(row, caller as CallerKind)
}

/** Rights of a narrowed caller. */
function rightsIn(caller: CallerOfMatrix): readonly Right[] | undefined {
  if (caller in keyKinds) return keyKinds[caller as KeyKind].rights
  if (!(caller in staffKinds)) return undefined
  const kind = staffKinds[caller as StaffKind]
  const owner = { roles: [], email_verified: true }
  return rightsOfStaff(kind.role, owner, 'places' in kind ? kind.places : null)
}

function labelOf({ endpoint: { method, path }, name }: Row): string {
  return `${method} ${path}${name ? `, ${name}` : ''}`
}
