import { system } from '@coinless/contract/system.ts'
import { record } from '../audit/audit.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import type { Metrics } from '../observability/metrics.ts'
import { supportBundle } from './bundle.ts'
import { systemState } from './state.ts'

export function systemRoutes(server: Server, metrics: Metrics) {
  route(server, system.state, () => systemState(server, metrics))

  route(server, system.supportBundle, async ({ caller }) => {
    const bundle = await supportBundle(server, metrics)
    await record(server.database, caller, 'support_bundle_downloaded', { id: null })
    return bundle
  })
}
