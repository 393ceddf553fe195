import { randomUUID } from 'node:crypto'
import { cycles } from '@coinless/contract/cycles.ts'
import { dashboard } from '@coinless/contract/dashboard.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { guests } from '@coinless/contract/guests.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { resources } from '@coinless/contract/resources.ts'
import { search } from '@coinless/contract/search.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers, me } from '@coinless/contract/users.ts'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { adminRows } from './admin-calls.ts'
import { apiKeyRows } from './api-key-calls.ts'
import { batchRows } from './batch-calls.ts'
import { bulkRows } from './bulk-calls.ts'
import { controllerRows } from './controller-calls.ts'
import { deviceRows } from './device-calls.ts'
import { fileRows } from './file-calls.ts'
import { password } from './make.ts'
import { notificationRows } from './notification-calls.ts'
import { paymentRows } from './payment-calls.ts'
import { reportRows } from './report-calls.ts'
import { revenueRows } from './revenue-calls.ts'
import type { Row } from './row.ts'
import { staffRows } from './staff-calls.ts'
import { topUpRows } from './top-up-calls.ts'
import { webhookRows } from './webhook-calls.ts'
import type { World } from './world.ts'

const ownPassword = () => ({ body: { current_password: password } })
const firstPage = () => ({ query: { page: '1' } })
const adminsOnly = { admin: 200, others: 403 }
const ofDevice = { owner: 200, landlord: 200, admin: 200 }
const issuerAndAdmin = { owner: 200, admin: 200 }
const code = ({ code: { id } }: World) => ({ params: { id } })
const transaction = ({ transaction: { id } }: World) => ({ params: { id } })
const resource = ({ resource: { id } }: World) => ({ params: { id } })

const listed: Row[] = [
  { endpoint: me.update, send: () => ({ body: { full_name: 'A' } }), answers: { others: 200 } },
  {
    endpoint: me.changePassword,
    send: () => ({ body: { current_password: 'wrong', new_password: 'long enough' } }),
    answers: { others: 422 },
  },
  { endpoint: me.sendVerification, answers: { others: 200 } },
  {
    endpoint: me.verify,
    send: () => ({ body: { code: 'WRNG-C0DE' } }),
    answers: { others: 422 },
  },
  {
    endpoint: me.endSession,
    send: ({ sessionId: id }) => ({ params: { id } }),
    answers: { payer: 204, others: 404 },
  },
  { endpoint: me.endOtherSessions, answers: { others: 204 } },
  ...[me.keepLeftBehind, me.removeLeftBehind].map((endpoint) => ({
    endpoint,
    send: ({ leftBehindId: id }: World) => ({ params: { id } }),
    answers: { payer: 204, others: 404 },
  })),
  {
    endpoint: ownAccount.close,
    send: ownPassword,
    answers: { nobody: 401, payer: 422, others: 204 },
  },
  {
    endpoint: guests.becomeAccount,
    send: () => ({
      body: {
        full_name: 'Ana',
        email: `${randomUUID()}@example.com`,
        password: 'long enough',
        user_type: 'tenant',
      },
    }),
    answers: { guest: 200, others: 409 },
  },
  // Callers with a passkey must prove it too.
  {
    endpoint: secondFactor.addAuthenticator,
    send: ownPassword,
    answers: { payer: 422, others: 200 },
  },
  {
    endpoint: secondFactor.confirmAuthenticator,
    send: () => ({ body: { second_factor: '000000' } }),
    answers: { others: 422 },
  },
  ...[secondFactor.removeAuthenticator, secondFactor.makeRecoveryCodes].map((endpoint) => ({
    endpoint,
    send: () => ({ body: { current_password: password, second_factor: '000000' } }),
    answers: { others: 422 },
  })),
  {
    endpoint: passkeys.creationOptions,
    send: ownPassword,
    answers: { payer: 422, others: 200 },
  },
  {
    endpoint: passkeys.add,
    send: () => ({ body: { name: 'Phone', credential: { id: 'none' } } }),
    answers: { others: 422 },
  },
  {
    endpoint: passkeys.remove,
    send: ({ passkeyId: id }) => ({
      params: { id },
      body: { current_password: password, second_factor: '000000' },
    }),
    answers: { payer: 422, others: 404 },
  },
  { endpoint: passkeys.proofOptions, answers: { others: 200 } },
  { endpoint: adminUsers.list, send: firstPage, answers: adminsOnly },
  {
    endpoint: adminUsers.get,
    send: ({ userId: id }) => ({ params: { id } }),
    answers: adminsOnly,
  },
  {
    endpoint: adminUsers.assignRole,
    send: ({ userId: id }) => ({ params: { id }, body: { role: 'y' } }),
    answers: adminsOnly,
  },
  {
    endpoint: adminUsers.removeRole,
    send: ({ userId: id }) => ({ params: { id, role: 'x' } }),
    answers: { admin: 204, others: 403 },
  },
  {
    endpoint: adminUsers.endSessions,
    send: ({ userId: id }) => ({ params: { id } }),
    answers: { admin: 204, others: 403 },
  },
  ...apiKeyRows,
  ...adminRows,
  ...staffRows,
  ...deviceRows,
  ...fileRows,
  ...controllerRows,
  ...notificationRows,
  ...topUpRows,
  ...webhookRows,
  ...reportRows,
  ...batchRows,
  ...bulkRows,
  { endpoint: prepaidCodes.listAll, answers: adminsOnly },
  {
    endpoint: prepaidCodes.get,
    send: code,
    answers: { ...issuerAndAdmin, holder: 200, others: 404 },
  },
  {
    endpoint: prepaidCodes.get,
    name: 'of a holder whose address is not verified',
    send: ({ claimed }) => ({ params: { id: claimed.code.id } }),
    answers: { ...issuerAndAdmin, others: 404 },
  },
  {
    endpoint: prepaidCodes.history,
    send: code,
    answers: { ...issuerAndAdmin, holder: 200, others: 404 },
  },
  { endpoint: prepaidCodes.generate, answers: { others: 200 } },
  {
    endpoint: prepaidCodes.create,
    send: () => ({ body: { code: generateCode(), balance: 1 } }),
    answers: { others: 201 },
  },
  {
    endpoint: prepaidCodes.rename,
    send: (world) => ({ ...code(world), body: { code: generateCode() } }),
    answers: { ...issuerAndAdmin, holder: 403, others: 404 },
  },
  {
    endpoint: prepaidCodes.setDisabled,
    send: (world) => ({ ...code(world), body: { disabled: true } }),
    answers: { ...issuerAndAdmin, holder: 403, others: 404 },
  },
  {
    endpoint: prepaidCodes.toggle,
    send: code,
    answers: { ...issuerAndAdmin, holder: 403, others: 404 },
  },
  ...[
    { endpoint: prepaidCodes.topUp, body: { amount: 1 } },
    { endpoint: prepaidCodes.adjust, body: { amount: 1, reason: 'Counted wrong' } },
    { endpoint: prepaidCodes.changeCustomer, body: { customer_name: 'Ana' } },
    { endpoint: prepaidCodes.setExpiry, body: { expires_at: null } },
  ].map(({ endpoint, body }) => ({
    endpoint,
    send: (world: World) => ({ ...code(world), body }),
    answers: { ...issuerAndAdmin, holder: 403, others: 404 },
  })),
  ...[prepaidCodes.delete, prepaidCodes.deleteById].map((endpoint) => ({
    endpoint,
    send: code,
    answers: { owner: 204, admin: 204, holder: 403, others: 404 },
  })),
  ...paymentRows,
  { endpoint: payments.unsettledCards, answers: adminsOnly },
  {
    endpoint: idempotencyKeys.outcome,
    send: () => ({ params: { key: 'x' } }),
    answers: { others: 200 },
  },
  {
    endpoint: idempotencyKeys.withdraw,
    send: () => ({ params: { key: 'x' } }),
    answers: { others: 200 },
  },
  {
    endpoint: payments.cardStatus,
    send: ({ cardPaymentId: id }) => ({ params: { id } }),
    answers: { payer: 200, others: 404 },
  },
  {
    endpoint: transactions.export,
    send: () => ({ query: { year: '2026' } }),
    answers: { others: 200 },
  },
  {
    endpoint: transactions.get,
    send: transaction,
    answers: { ...ofDevice, payer: 200, others: 404 },
  },
  ...[transactions.receipt, refunds.list].map((endpoint) => ({
    endpoint,
    send: transaction,
    answers: { ...ofDevice, payer: 200, others: 404 },
  })),
  {
    endpoint: refunds.create,
    send: (world) => ({ ...transaction(world), body: { amount: 0.01, reason: 'Stuck' } }),
    answers: { owner: 201, landlord: 201, admin: 201, payer: 403, others: 404 },
  },
  {
    endpoint: transactions.get,
    name: 'at a device of a landlord whose address is not verified',
    send: ({ claimed }) => ({ params: { id: claimed.transaction.id } }),
    answers: { ...issuerAndAdmin, payer: 200, others: 404 },
  },
  { endpoint: resources.get, send: resource, answers: { ...issuerAndAdmin, others: 404 } },
  { endpoint: resources.create, send: () => ({ body: '{}' }), answers: { others: 201 } },
  {
    endpoint: resources.update,
    send: (world) => ({ ...resource(world), body: '{}' }),
    answers: { ...issuerAndAdmin, others: 404 },
  },
  {
    endpoint: resources.delete,
    send: resource,
    answers: { owner: 204, admin: 204, others: 404 },
  },
  {
    endpoint: dashboard.revenue,
    send: () => ({ query: { time_zone: 'UTC' } }),
    answers: { others: 200 },
  },
  ...revenueRows,
  {
    endpoint: cycles.deviceStates,
    send: ({ device: { id } }) => ({ query: { ids: id } }),
    answers: { 'a manager of another place': 200, others: 200 },
  },
  {
    endpoint: cycles.get,
    send: transaction,
    answers: { ...ofDevice, payer: 200, others: 404 },
  },
  // Without a cycle: by-payer.test.ts covers who may.
  ...[cycles.stop, cycles.startAnew].map((endpoint) => ({
    endpoint,
    send: transaction,
    answers: { payer: 422, owner: 403, landlord: 403, admin: 403, others: 404 },
  })),
  { endpoint: search.find, send: () => ({ body: { text: 'Ana' } }), answers: { others: 200 } },
]

const isListed = new Set(listed.map(({ endpoint }) => endpoint))

/** Lists and other reads without an id answer everyone, each with what they can see. */
const reads = Object.values(endpoints)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .filter((endpoint) => ['signed-in', 'account'].includes(endpoint.may) && !isListed.has(endpoint))
  .map((endpoint): Row => ({ endpoint, answers: { others: 200 } }))

/** Every call that needs a session, as a caller would make it, and the expected status per caller. */
export const rows: Row[] = [...reads, ...listed]
