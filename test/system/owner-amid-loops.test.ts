import { apiKeys } from '@coinless/contract/api-keys.ts'
import { auth } from '@coinless/contract/auth.ts'
import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { staff } from '@coinless/contract/staff.ts'
import { me } from '@coinless/contract/users.ts'
import { webhooks } from '@coinless/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { openSession } from '../../server/sessions/account/sessions.ts'
import { answered, testApp } from '../support/app.ts'
import { makeKey } from '../support/keys.ts'
import { deviceBody, makeLandlord, password } from '../support/make.ts'
import { makeStaff } from '../support/staff.ts'

const server = testApp()
/** The maximum size would only take longer: each call locks what it changes until it ends. */
const batch = 1000

async function makeOwner() {
  const owner = await makeLandlord(server, { email_verified: true })
  const { id: batchId } = await server.call(prepaidCodeBatches.create, {
    as: owner,
    body: { codes: batch, balance: 1 },
  })
  const { id: webhookId } = await server.call(webhooks.create, {
    as: owner,
    body: { url: 'https://example.com/hook', events: ['payment.created'] },
  })
  const { membershipId } = await makeStaff(server, owner, 'manager')
  return { owner, batchId, webhookId, membershipId }
}

type Owned = Awaited<ReturnType<typeof makeOwner>>
type Call = (endpoint: Endpoint, sent: object) => Promise<{ id?: string }>

/** Calls that sessions repeat, which lock the account exclusively or shared. */
function loopsOf({ batchId, webhookId, membershipId }: Owned, call: Call) {
  let round = 0
  const rows = Array.from({ length: limits.importRowsAtOnce }, (_, row) => row)
  const ofBatch = { params: { id: batchId } }
  return [
    () =>
      call(devices.import, {
        body: {
          rows: rows.map((row) => ({ ...deviceBody, device_number: `${round++}-${row}` })),
        },
      }),
    () =>
      call(prepaidCodes.import, {
        body: { rows: rows.map(() => ({ code: generateCode(), balance: 1 })) },
      }),
    () => call(prepaidCodeBatches.create, { body: { codes: batch, balance: 1 } }),
    () => call(prepaidCodeBatches.topUp, { ...ofBatch, body: { codes: batch, amount: 1 } }),
    async () => {
      round++
      const { id } = await call(bulkChanges.planForCodes, {
        body: { chosen: { filter: {} }, set: { disabled: round % 2 === 0 } },
      })
      await call(bulkChanges.apply, { params: { id } })
    },
    () =>
      call(webhooks.update, {
        params: { id: webhookId },
        body: { url: 'https://example.com/hook', events: ['report.created'], is_enabled: true },
      }),
    () =>
      call(staff.change, {
        params: { id: membershipId },
        body: { role: 'technician', current_password: password },
      }),
  ]
}

/** Starts all loops at once, each repeated as soon as it ends, with new sessions and keys for ended ones. */
function loop(owned: Owned) {
  const { owner } = owned
  let isOver = false
  const statuses = new Set<number>()
  const runners = [
    () => makeKey(server, owner),
    async () => {
      const { id: sid } = await openSession(server.database, owner.id, {
        address: '',
        user_agent: '',
      })
      return { token: server.app.jwt.sign({ sub: owner.id, sid }) }
    },
  ].map(async (signIn) => {
    let as = await signIn()
    const call: Call = async (endpoint, sent) => {
      const { status, body } = await answered(server.app, endpoint, as, sent)
      statuses.add(status)
      if (status === 401) as = await signIn()
      return body as { id?: string }
    }
    await Promise.all(
      loopsOf(owned, call).map(async (work) => {
        while (!isOver) await work()
      }),
    )
  })
  return {
    statuses,
    end: async () => {
      isOver = true
      await Promise.all(runners)
    },
  }
}

test('lets the owner change credentials while sessions of the account loop all locking calls', async () => {
  const owned = await makeOwner()
  const { owner } = owned
  const { statuses, end } = loop(owned)
  try {
    const body = { name: 'Mine', rights: ['read_devices' as const], current_password: password }
    await server.call(apiKeys.create, { as: owner, body })
    await server.call(me.changePassword, {
      as: owner,
      body: { current_password: password, new_password: 'a second good password' },
    })
    await server.call(auth.sendPasswordCode, { body: { email: owner.email } })
    const mail = (await server.mails()).find(({ to }) => to === owner.email)
    const code = /^\w{4}-\w{4}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    await server.call(auth.resetPassword, {
      body: { email: owner.email, code, new_password: 'a third good password' },
    })
  } finally {
    await end()
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  expect(statuses).toContain(200)
  expect(statuses).toContain(201)
})
