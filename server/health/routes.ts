import { health } from '@coinless/contract/health.ts'
import { isMigrated } from '../database/migrate.ts'
import { Refusal } from '../http/refusal.ts'
import { route, type Server } from '../http/route.ts'

export function healthRoutes(server: Server) {
  route(server, health.live, async () => ({ status: 'up' }))

  route(server, health.ready, async () => {
    const isReady = await isMigrated(server.database).catch(() => false)
    if (!isReady) throw new Refusal('not_ready')
    return { status: 'ready' }
  })
}
