import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { rows } from './calls.ts'
import { open } from './open-calls.ts'
import { answerTo, type Row } from './row.ts'
import { type CallerKind, callers } from './world.ts'

export const everyEndpoint = Object.values(endpoints).flatMap((feature): Endpoint[] =>
  Object.values(feature),
)

const openRows = open.map(([endpoint, status, send]): Row => {
  return { endpoint, ...(send && { send }), answers: { others: status } }
})

/** At least one valid call per endpoint. */
export const everyRow: Row[] = [...openRows, ...rows]

/** Callers for whom the call succeeds. */
export function servedBy(row: Row): CallerKind[] {
  return callers.filter((caller) => answerTo(row, caller) === row.endpoint.status)
}

/** Endpoints without a row for which the call succeeds, which tests made from the rows would miss. */
export function unserved(chosen: Endpoint[], among = everyRow): string[] {
  const served = new Set(
    among.filter((row) => servedBy(row).length > 0).map(({ endpoint }) => endpoint),
  )
  return chosen.filter((endpoint) => !served.has(endpoint)).map(callName)
}

export function callName({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
