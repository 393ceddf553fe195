import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedDatabase,
  startEmbedded,
} from '../server/operations/embedded-postgres/embedded.ts'
import { prepareTables } from '../server/platform/database/migrate.ts'
import { manyRows } from '../test/servers/many-rows.ts'
import { databaseUrl, execute } from '../test/servers/postgres.ts'

export interface World {
  name: string
  rows: number
  owners: number
  /** As the server's user. */
  url: string
  /** As the owner of the tables. */
  ownerUrl: string
}

/** A separate PostgreSQL, as durable as in production: every commit waits for the disk. */
export class BenchDatabase {
  private readonly dataDir: string
  private readonly embedded: EmbeddedDatabase

  private constructor(dataDir: string, embedded: EmbeddedDatabase) {
    this.dataDir = dataDir
    this.embedded = embedded
  }

  static async start(): Promise<BenchDatabase> {
    const dataDir = await mkdtemp(join(tmpdir(), 'coinless-bench-'))
    return new BenchDatabase(dataDir, await startEmbedded(dataDir))
  }

  /** A database with numbers of devices, codes and transactions, shared by a number of owners. */
  async fill(rows: number, owners: number): Promise<World> {
    const name = `bench_${rows}_${owners}`
    await execute(this.embedded.ownerUrl, `create database ${name}`)
    const ownerUrl = databaseUrl(this.embedded.ownerUrl, name)
    const url = databaseUrl(this.embedded.url, name)
    await prepareTables(ownerUrl, url)
    await execute(ownerUrl, manyRows({ rows, owners }))
    await execute(ownerUrl, 'vacuum analyze')
    return { name, rows, owners, url, ownerUrl }
  }

  async stop(): Promise<void> {
    await this.embedded.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
