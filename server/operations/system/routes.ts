import { system } from '@coinless/contract/system.ts'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { recordEvent } from '../../sessions/audit/audit.ts'
import { supportBundle } from './bundle.ts'
import { systemState } from './state.ts'

export function systemRoutes(server: Server, metrics: Metrics) {
  route(server, system.state, () => systemState(server, metrics))

  route(server, system.supportBundle, async ({ caller }) => {
    const bundle = await supportBundle(server, metrics)
    await recordEvent(server.database, caller, 'support_bundle_downloaded', { id: null })
    return bundle
  })
}
