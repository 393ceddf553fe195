import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { CallerKind, World } from './world.ts'

export interface Sent {
  params?: object
  query?: Record<string, string>
  body?: unknown
}

/** What is sent, and the status that those get who have a session. The others get 401. */
export interface Row {
  endpoint: Endpoint
  name?: string
  send?: (world: World) => Sent
  /** For whoever is named, else for everybody who is signed in. */
  answers: Partial<Record<CallerKind, number>> & { others: number }
}
