import { BatchRow, prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { idempotentLong } from '../../http/idempotency/idempotent.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { columns } from '../../platform/database/columns.ts'
import { assertInFuture } from '../prepaid-codes/balance.ts'
import { codesOfBatch, findBatchState, issueBatch, listBatches } from './batches.ts'
import { disableBatch, extendBatch, mailBatch, topUpBatch } from './change-batch.ts'

export function prepaidCodeBatchRoutes(server: Server) {
  const { database } = server

  route(server, prepaidCodeBatches.list, ({ caller, query }) =>
    listBatches(database, caller, query),
  )

  route(server, prepaidCodeBatches.create, ({ caller, body, idempotencyKey, request }) =>
    idempotentLong(database, caller, idempotencyKey, (transaction) => {
      assertInFuture(body.expires_at)
      return issueBatch(transaction, caller, body, languageOf(request))
    }),
  )

  route(server, prepaidCodeBatches.get, async ({ caller, params }) => ({
    ...(await findBatchState(database, caller, params.id)),
    ...originToPrint(server),
  }))

  csvRoute(
    server,
    prepaidCodeBatches.export,
    {
      name: 'prepaid-codes',
      columns: columns(BatchRow),
      amounts: ['balance', 'remaining_balance'],
    },
    ({ caller, params }) => codesOfBatch(database, caller, params.id),
  )

  route(server, prepaidCodeBatches.disable, ({ caller, params, body, idempotencyKey }) =>
    idempotentLong(database, caller, idempotencyKey, (transaction) =>
      disableBatch(transaction, { caller, id: params.id, codes: body.codes }),
    ),
  )

  route(server, prepaidCodeBatches.extend, ({ caller, params, body, idempotencyKey }) =>
    idempotentLong(database, caller, idempotencyKey, (transaction) =>
      extendBatch(transaction, { caller, id: params.id, codes: body.codes }, body.expires_at),
    ),
  )

  route(server, prepaidCodeBatches.topUp, ({ caller, params, body, idempotencyKey, request }) =>
    idempotentLong(database, caller, idempotencyKey, (transaction) => {
      const change = { caller, id: params.id, codes: body.codes }
      return topUpBatch(transaction, change, body, languageOf(request))
    }),
  )

  route(server, prepaidCodeBatches.mail, ({ caller, params, body, idempotencyKey, request }) =>
    idempotentLong(database, caller, idempotencyKey, (transaction) => {
      const change = { caller, id: params.id, codes: body.codes }
      return mailBatch(transaction, change, languageOf(request))
    }),
  )
}
