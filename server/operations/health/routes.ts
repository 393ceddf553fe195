import { statfs } from 'node:fs/promises'
import { currency } from '@coinless/contract/currency.ts'
import { health } from '@coinless/contract/health.ts'
import { installation } from '@coinless/contract/installation.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { hasCurrency } from '../../platform/database/known-currency.ts'
import { isMigrated } from '../../platform/database/migrate.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** PostgreSQL may extend a table by this much at once. */
const leastFreeBytes = 1024 * 1024

export function healthRoutes(server: Server) {
  route(server, health.live, async () => ({ status: 'up' }))

  route(server, installation.get, async () => ({
    currency: currency.code,
    decimals: currency.decimals,
  }))

  route(server, health.ready, async () => {
    const isReady = !server.app.isLeaving && (await isUsable(server.database).catch(() => false))
    if (!isReady || (await isDiskFull(server.config))) throw new Refusal('not_ready')
    return { status: 'ready' }
  })
}

/** Its tables are those of this version, and its amounts in this server's currency. */
async function isUsable(database: Database): Promise<boolean> {
  return (await isMigrated(database)) && (await hasCurrency(database, currency.code))
}

/** For the embedded database only. A query would not show a full disk, because reads still work. */
async function isDiskFull({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl) return false
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: 1, bsize: Infinity }))
  return bavail * bsize < leastFreeBytes
}
