import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { addressesOf } from '../config/addresses.ts'
import { Client } from './client.ts'
import { toldByConnection } from './lost.ts'
import { outlasting } from './patience.ts'

const connectTimeoutMs = 5_000
/** More only wait for one another: measured in docs/performance.md. */
const callConnections = 10
/** Background jobs do not wait behind calls: under a rush of them money of silent machines came back minutes late. */
export const jobConnections = 4
/** A new connection plans its statements anew, which a payment after a pause would wait for. */
const idleConnectionMs = 300_000

/** Of calls: somebody waits for the answer. */
export const callTimeouts = {
  statement_timeout: 10_000,
  /** For answers that never come: a little longer than PostgreSQL itself takes to give up. */
  query_timeout: 12_000,
  /** A server of ours that hangs in the middle of its work must not hold locks for ever. */
  idle_in_transaction_session_timeout: 30_000,
}
/** Of work that takes as long as there is data, such as migrations. */
export const noTimeouts = {}
export type Timeouts = typeof callTimeouts | typeof noTimeouts

export interface PoolOptions {
  timeouts: Timeouts
  /** Off behind a pooler that gives each transaction another connection. */
  preparedStatements: boolean
  /** How long a connection is tried for again while no server takes writes, in milliseconds. */
  patienceMs?: number
  /** At most. */
  connections?: number
}

/** Counts are far below 2^53. A numeric stays exact text, as `pg` leaves it: see NumericText. */
function parseType(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/**
 * Connections to the one server that takes writes, among those that the address names. When it is
 * gone, or a replica has taken its place, the next connections find the new one.
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
        const client: PostgresPoolClient = await toldByConnection(
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
    connect: () => outlasting(options.patienceMs ?? 0, take),
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
    // Not `verify`: a connection that passes it too late for whoever waited would be nobody's for ever.
    onConnect: refuseReplica,
  })
  // Without listeners a connection that is lost while idle, or in use but between two queries, would
  // end the process. The pool replaces it, and whoever used it learns of it by the next query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A replica reads only: a connection to it would fail later. */
async function refuseReplica(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
  if (rows[0].is_replica) {
    throw Object.assign(new Error('This PostgreSQL is a replica.'), { code: '57P03' })
  }
}
