import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { type CallerKind, type World, withoutSession } from './world.ts'

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

/** The status that somebody gets. */
export function answerTo({ endpoint, answers }: Row, caller: CallerKind): number {
  if (withoutSession.includes(caller)) return 401
  if (caller === 'guest' && endpoint.may === 'account') return 403
  return answers[caller] ?? answers.others
}
