import { randomBytes, randomUUID } from 'node:crypto'
import { fromMinor, toMinor } from '@coinless/contract/money.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { Selectable } from 'kysely'
import { cardPaymentEntry, issueEntry, redemptionEntry } from '../ledger/entries/entries.ts'
import type { Database } from '../platform/database/connection.ts'
import type { Tables } from '../platform/database/tables.ts'
import { hashPassword } from '../sessions/account/passwords.ts'
import {
  demoAccounts,
  demoCodes,
  demoDevices,
  demoDeviceToAccept,
  demoMachines,
  demoNeighbours,
  demoResources,
  demoTrialCode,
  inCurrency,
} from './demo-data.ts'

type Device = Selectable<Tables['devices']>
type User = Selectable<Tables['users']>
type DemoCode = (typeof demoCodes)[number] | typeof demoTrialCode
type IssuedCode = Omit<DemoCode, 'balance'> & { id: string; balance: number; left: number }

const days = 120
const payments = 640
const cardShare = 0.15
const dayMs = 86_400_000

/**
 * Fills an empty database with a landlord's properties, as they might be after four months.
 * @returns the accounts to sign in with, also if the database was filled before
 */
export async function fillDemo(database: Database) {
  const someone = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!someone) await database.transaction().execute(fill)
  return demoAccounts.map(({ role, email, password }) => ({ role, email, password }))
}

async function fill(database: Database) {
  const started = new Date(Date.now() - days * dayMs)
  const people = await insertPeople(database, started)
  const landlord = people.find(({ email }) => email === 'landlord@demo.example')
  if (!landlord) throw new Error('The demo has no landlord.')
  const devices = await database
    .insertInto('devices')
    .values(
      demoDevices.map((each, index) => ({
        ...each,
        owner_id: landlord.id,
        created_at: minutesAfter(started, -index),
      })),
    )
    .returningAll()
    .execute()
  await database
    .insertInto('resources')
    .values(
      demoResources.map((each, index) => ({
        owner_id: landlord.id,
        document: JSON.stringify(each),
        created_at: minutesAfter(started, -index),
      })),
    )
    .execute()
  const codes = await issueCodes(database, landlord.id, started, demoCodes)
  const tenants = people.filter(({ user_type }) => user_type === 'tenant')
  const [tenant = landlord] = tenants
  await database
    .insertInto('devices')
    .values({ ...demoDeviceToAccept, owner_id: tenant.id })
    .execute()
  await pay(database, tenants, devices, codes)
  await makeTrialRoom(database, landlord.id)
}

async function makeTrialRoom(database: Database, owner_id: string) {
  const { id: controller_id } = await database
    .insertInto('controllers')
    // Random, because no controller connects with it.
    .values({ owner_id, name: 'Trial room', driver: 'simulated', credential_hash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { device, fault }] of demoMachines.entries()) {
    const channel = index + 1
    const { id: device_id } = await database
      .insertInto('devices')
      .values({ ...device, owner_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database
      .insertInto('device_links')
      .values({ device_id, controller_id, channel, switching: 'relay' })
      .execute()
    if (fault) {
      await database
        .insertInto('simulated_faults')
        .values({ controller_id, channel, fault })
        .execute()
    }
  }
  await issueCodes(database, owner_id, new Date(), [demoTrialCode])
}

async function insertPeople(database: Database, created_at: Date): Promise<User[]> {
  const accounts = await Promise.all(
    demoAccounts.map(async ({ email, full_name, user_type, roles, password }) => ({
      email,
      full_name,
      user_type,
      roles: [...roles],
      password_hash: await hashPassword(password),
    })),
  )
  const neighbours = demoNeighbours.map((full_name, index) => ({
    email: `neighbour${index + 1}@demo.example`,
    full_name,
    user_type: 'tenant' as const,
    roles: [],
    // Empty, because nobody signs in to these accounts.
    password_hash: '',
  }))
  return database
    .insertInto('users')
    .values(
      [...accounts, ...neighbours].map((each) => ({ ...each, email_verified: true, created_at })),
    )
    .returningAll()
    .execute()
}

async function issueCodes(
  database: Database,
  issuerId: string,
  created_at: Date,
  wanted: readonly DemoCode[],
) {
  const codes = wanted.map((each): IssuedCode => {
    const balance = inCurrency(each.balance)
    return { ...each, id: randomUUID(), balance, left: toMinor(balance) }
  })
  await database
    .insertInto('prepaid_codes')
    .values(
      codes.map((each, index) => ({
        id: each.id,
        user_id: issuerId,
        code: each.code,
        lookup_key: codeKey(each.code),
        disabled: 'isDisabled' in each,
        customer_name: each.name,
        customer_email: each.email,
        landlord_email: null,
        phone_number: null,
        location: null,
        created_at: minutesAfter(created_at, -index),
      })),
    )
    .execute()
  await database
    .insertInto('ledger_entries')
    .values(codes.map(({ id, balance }) => ({ ...issueEntry(id, issuerId, balance), created_at })))
    .execute()
  return codes
}

/** Generates the same history at every first start, with dates that end today. */
async function pay(database: Database, tenants: User[], devices: Device[], codes: IssuedCode[]) {
  const random = randomNumbers(4)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const usable = devices.filter(({ status }) => status === 'active')
  const spendable = codes.filter((code) => !('isDisabled' in code))
  for (let n = 0; n < payments; n++) {
    const at = new Date(Date.now() - ((payments - n - random()) / payments) * days * dayMs)
    const device = pick(usable)
    const code = random() < cardShare ? undefined : pick(spendable)
    const price = toMinor(device.price)
    if (code && code.left < price) continue
    const payer = tenants.find(({ email }) => email === code?.email) ?? pick(tenants)
    await record(database, { at, device, code, payer })
    if (code) code.left -= price
  }
}

/** Spaces times apart, so that lists keep the order of the data. */
function minutesAfter(time: Date, count: number): Date {
  return new Date(time.getTime() + count * 60_000)
}

interface DemoPayment {
  at: Date
  device: Device
  code: IssuedCode | undefined
  payer: User
}

async function record(database: Database, { at, device, code, payer }: DemoPayment) {
  const id = randomUUID()
  const amount = fromMinor(toMinor(device.price))
  await database
    .insertInto('transactions')
    .values({
      id,
      device_id: device.id,
      payer_id: payer.id,
      prepaid_code_id: code?.id ?? null,
      device_number: device.device_number,
      amount,
      duration_minutes: device.duration_minutes,
      payment_method: code ? 'prepaid_code' : 'credit_card',
      customer_name: payer.full_name,
      customer_email: code ? null : payer.email,
      processor_reference: code ? null : `sandbox_${id}`,
      created_at: at,
    })
    .execute()
  const paid = { id, device_id: device.id }
  const entry = code
    ? redemptionEntry(paid, code.id, payer.id, amount)
    : cardPaymentEntry(paid, payer.id, amount)
  await database
    .insertInto('ledger_entries')
    .values({ ...entry, created_at: at })
    .execute()
}

/** Deterministic numbers from 0 to 1 for a seed (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
