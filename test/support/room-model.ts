import type { Device } from '@coinless/contract/devices.ts'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import type { Server } from '../../server/http/request/server.ts'
import { connect } from '../../server/platform/database/connection.ts'
import { callTimeouts } from '../../server/platform/database/pool.ts'
import type { TestApp } from './app.ts'
import { makeDevice, type TestUser } from './make.ts'

/** Runs a job on a server that crashes after so many statements: PostgreSQL ends its session. */
export async function runCrashing(
  server: TestApp,
  statements: number,
  job: (server: Server) => Promise<void>,
): Promise<void> {
  let left = statements
  const connection = connect(server.url, callTimeouts, { connections: 1 })
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    const crash: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (left-- > 0) return result
        await server.asOwner(`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
        throw new Error('The server has crashed.')
      },
    }
    await job({ ...server.parts, database: connection.withPlugin(crash) })
  } catch (error) {
    if (left >= 0) throw error
  } finally {
    await connection.destroy()
  }
}

/** A place of the same landlord to which machines move, without queues and bookings. */
export async function makeOtherPlace(server: TestApp, landlord: TestUser) {
  const { location } = await makeDevice(server, landlord, { location: `Attic of ${landlord.id}` })
  return (device: Device, isAway: boolean) =>
    server.asOwner(`update devices set location = '${isAway ? location : device.location}'
      where id = '${device.id}'`)
}
