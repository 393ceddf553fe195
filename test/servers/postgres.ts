import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../server/operations/embedded-postgres/embedded.ts'
import { prepareTables } from '../../server/platform/database/migrate.ts'
import { startPooler } from './pooler.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** As a superuser. */
    postgresUrl: string
    /** Folder of its log; undefined: not accessible with TEST_DATABASE_URL. */
    postgresLog: string | undefined
    /** A data folder after the first start, without accounts. Tests copy it. */
    readyFolder: string
    /** PgBouncer that servers connect through; undefined: directly to PostgreSQL. */
    poolerPort: number | undefined
    /** Whether the servers may use prepared statements. */
    keepsStatements: boolean
  }
}

/** Each test file uses a copy of this migrated database. */
export const templateDatabase = 'coinless_test_template'

const serverAccount = 'coinless_test_server'

/**
 * One real PostgreSQL for the whole run: embedded, or that of TEST_DATABASE_URL. With TEST_POOLER=on, servers connect
 * through PgBouncer.
 */
export default async function setup(project: TestProject) {
  const outside = process.env.TEST_DATABASE_URL
  const folder = await mkdtemp(join(tmpdir(), 'coinless-test-'))
  const readyFolder = join(folder, 'ready')
  await makeReady(readyFolder)
  const { url, log, stop } = outside
    ? { url: outside, log: undefined, stop: async () => {} }
    : await startTemporary(readyFolder, join(folder, 'used'))
  await makeTemplate(url)
  project.provide('postgresUrl', url)
  project.provide('postgresLog', log)
  project.provide('readyFolder', readyFolder)
  const isPooled = process.env.TEST_POOLER === 'on'
  const pooler = isPooled
    ? await startPooler(url, serverAccount)
    : { port: undefined, keepsStatements: true, stop: async () => {} }
  project.provide('poolerPort', pooler.port)
  project.provide('keepsStatements', pooler.keepsStatements)
  return async () => {
    await pooler.stop()
    await stop()
    await rm(folder, { recursive: true })
  }
}

async function makeReady(folder: string) {
  const { ownerUrl, url, stop } = await startEmbedded(folder)
  await prepareTables(ownerUrl, url)
  await stop()
}

async function startTemporary(readyFolder: string, folder: string) {
  await copyFolder(readyFolder, folder)
  const { ownerUrl, stop } = await startEmbedded(folder)
  await spareDisk(ownerUrl)
  return { url: ownerUrl, log: join(folder, 'database', 'log'), stop }
}

/** Preserves owners and permissions. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** Test data need not survive a crash of the computer, and most of a write is waiting for the disk. */
export async function spareDisk(url: string) {
  await execute(url, 'alter system set fsync = off')
  await execute(url, 'select pg_reload_conf()')
}

async function makeTemplate(url: string) {
  await execute(url, `drop database if exists ${templateDatabase} with (force)`)
  await execute(url, `create database ${templateDatabase}`)
  const name = new URL(serverUrl(url, templateDatabase)).username
  await execute(
    url,
    `do $$ begin create role ${name} login password '${name}'; exception when duplicate_object then end $$`,
  )
  await prepareTables(databaseUrl(url, templateDatabase), serverUrl(url, templateDatabase))
}

/** URL of a database for the server's own role. */
export function serverUrl(url: string, name: string): string {
  const other = new URL(databaseUrl(url, name))
  other.username = serverAccount
  other.password = serverAccount
  return other.href
}

export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export async function execute(url: string, statement: string): Promise<void> {
  await query(url, statement)
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
