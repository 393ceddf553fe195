import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { limits } from '@coinless/contract/limits.ts'
import { connect } from '../server/platform/database/connection.ts'
import { codeOfMany, ownerOfMany } from '../test/servers/many-rows.ts'
import { execute } from '../test/servers/postgres.ts'
import {
  callsAs,
  type FloodFigure,
  flood,
  floodsOf,
  metricsToken,
  payDuringFloods,
} from '../test/support/floods.ts'
import { heaviestPhoto } from '../test/support/photos.ts'
import type { World } from './database.ts'
import { startServer, tokenOf } from './server.ts'

const payer = 'tenant1@many.example'
const pagesAtOnce = 60
const guestsAtOnce = 18

/** Delay of payments by the most expensive concurrent calls of another account. */
export async function benchFloods(world: World): Promise<FloodFigure[]> {
  const flooder = ownerOfMany(1)
  await execute(
    world.ownerUrl,
    `insert into resources (owner_id, document)
    select id, json_build_object('text', repeat('x', ${limits.documentBytes - 1024}))
    from users, generate_series(1, 100) where email = '${flooder}'`,
  )
  const program = await startServer(world, { METRICS_TOKEN: metricsToken })
  const call = callsAs(program, await tokenOf(world, flooder))
  const token = await tokenOf(world, payer)
  const payment = await paymentOf(world)
  const guests = await Promise.all(
    Array.from({ length: guestsAtOnce }, async () => {
      const begun = await fetch(`${program.address}/api/guests`, { method: 'POST' })
      const { session } = (await begun.json()) as { session: { access_token: string } }
      return callsAs(program, session.access_token)
    }),
  )
  const fullPage = Math.floor(limits.resourcesPageBytes / limits.documentBytes)
  const floods = [
    ...floodsOf(call, payment.device_id, guests, { photo: heaviestPhoto() }),
    flood(pagesAtOnce, 'pages of the largest resources', () =>
      call(`/api-resources-list?page=1&limit=${fullPage}`),
    ),
  ]
  try {
    return await payDuringFloods(program, floods, { token, payment })
  } finally {
    await program.stop()
  }
}

/** A payment at an active machine with a code that never runs out of money. */
async function paymentOf({ url, ownerUrl }: World) {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    update prepaid_codes set balance = 1000000, remaining_balance = 1000000`,
  )
  const database = connect(url)
  const device = await database
    .selectFrom('devices')
    .select(['id', 'device_number'])
    .where('device_number', 'like', 'M-%1')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow()
  await database.destroy()
  const { price: amount, duration_minutes: duration } = deviceDefaults
  const prepaid_code = codeOfMany(Number(device.device_number.slice(2)))
  return { device_id: device.id, prepaid_code, amount, duration }
}
