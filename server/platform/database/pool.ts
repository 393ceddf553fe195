import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { addressesOf } from '../config/addresses.ts'
import { Client } from './client.ts'
import { retryDuringFailover } from './failover.ts'
import { withConnectionErrors } from './lost-connection.ts'

const connectTimeoutMs = 5_000
/** More connections only wait for each other: see docs/operate/performance.md. */
const callConnections = 10
/** Background jobs do not wait behind a burst of calls, which delayed refunds for silent machines by minutes. */
export const jobConnections = 4
/** Long, because a new connection plans its statements again, which delays a payment after a pause. */
const idleConnectionMs = 300_000

/** Timeouts of calls, whose caller waits for the answer, in milliseconds. */
export const callTimeouts = {
  statement_timeout: 10_000,
  /** For answers that never arrive: slightly longer than the timeout of PostgreSQL. */
  query_timeout: 12_000,
  /** A server that hangs in a transaction must not hold locks forever. */
  idle_in_transaction_session_timeout: 30_000,
}
/** For work whose duration depends on the amount of data, such as migrations. */
export const noTimeouts = {}
export type Timeouts = typeof callTimeouts | typeof noTimeouts

export interface PoolOptions {
  timeouts: Timeouts
  /** False behind a pooler in transaction mode. */
  preparedStatements: boolean
  /** How long to retry connecting while no server accepts writes, in milliseconds. */
  failoverTimeoutMs?: number
  /** Maximum number of connections. */
  connections?: number
}

/** Reads int8 as a number, because counts are far below 2^53. A numeric stays exact text: see NumericText. */
function parseType(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/**
 * Pool of connections to the server in the address that accepts writes. After a failover, new connections find the new
 * primary.
 */
export function makePool(url: string, options: PoolOptions): PostgresPool {
  const pools = addressesOf(url).map((address) => poolOf(address, options))
  let current = 0
  async function take() {
    const first = current
    let lost: unknown
    for (let n = 0; n < pools.length; n++) {
      const index = (first + n) % pools.length
      try {
        const client: PostgresPoolClient = await withConnectionErrors(
          (pools[index] as pg.Pool).connect(),
        )
        current = index
        return client
      } catch (error) {
        lost = error
      }
    }
    throw lost
  }
  return {
    options: {},
    connect: () => retryDuringFailover(options.failoverTimeoutMs ?? 0, take),
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

function poolOf(
  url: string,
  { timeouts, preparedStatements, connections = callConnections }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'coinless',
    Client,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    ...timeouts,
    ...{ preparedStatements },
    keepAlive: true,
    types: { getTypeParser: parseType as typeof pg.types.getTypeParser },
    // Not `verify`: a connection that passes it after its caller timed out would leak.
    onConnect: refuseReplica,
  })
  // Without listeners, a connection lost between two queries would end the process. The pool replaces it, and the next
  // query on it fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Refuses a read-only replica, on which writes would fail later. */
async function refuseReplica(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
  if (rows[0].is_replica) {
    throw Object.assign(new Error('This PostgreSQL is a replica.'), { code: '57P03' })
  }
}
