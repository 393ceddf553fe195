import { devicePrices } from '@coinless/contract/device-prices.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { changeableFacts, findPriceList, offersOf, savePriceList } from './price-lists.ts'

export function devicePriceRoutes(server: Server) {
  const { database, changes } = server

  route(server, devicePrices.get, async ({ caller, params, reply }) =>
    withVersion(reply, await findPriceList(database, caller, params.id), changeableFacts),
  )

  route(server, devicePrices.save, async ({ caller, params, query, body, reply }) => {
    const list = await savePriceList(database, caller, params.id, body, query.version)
    changes.publish({ deviceId: params.id })
    return withVersion(reply, list, changeableFacts)
  })

  route(server, devicePrices.at, ({ caller, params, query }) =>
    offersOf(database, caller, params.id, query.at),
  )
}
