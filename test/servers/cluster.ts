import { execFile } from 'node:child_process'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import {
  type Programs,
  postgresPrograms,
} from '../../server/operations/embedded-postgres/postgres-programs.ts'
import { freePort } from './ports.ts'
import { execute, query } from './postgres.ts'

interface Node {
  folder: string
  port: number
}

/** A primary PostgreSQL and a synchronous replica, run from the embedded binaries. */
export class Cluster {
  private readonly folder: string
  private programs: Programs | undefined
  private primary: Node = { folder: '', port: 0 }
  private replica: Node = { folder: '', port: 0 }

  constructor(folder: string) {
    this.folder = folder
  }

  /** Names both servers, for DATABASE_URL. */
  get url(): string {
    return `postgres://coinless@127.0.0.1:${this.primary.port},127.0.0.1:${this.replica.port}/coinless`
  }

  get primaryUrl(): string {
    return urlOf(this.primary)
  }

  get replicaUrl(): string {
    return urlOf(this.replica)
  }

  async start(): Promise<void> {
    this.programs = await postgresPrograms(this.folder)
    this.primary = { folder: join(this.folder, 'primary'), port: await freePort() }
    this.replica = { folder: join(this.folder, 'replica'), port: await freePort() }
    await this.initialise()
    await promisify(execFile)('cp', ['-a', this.primary.folder, this.replica.folder])
    const source = `host=127.0.0.1 port=${this.primary.port} user=coinless`
    await appendFile(
      join(this.replica.folder, 'postgresql.auto.conf'),
      `primary_conninfo = '${source}'\n`,
    )
    await writeFile(join(this.replica.folder, 'standby.signal'), '')
    await this.startNode(this.primary, "-c synchronous_standby_names='*'")
    await this.startReplica()
  }

  async startReplica(): Promise<void> {
    await this.startNode(this.replica, '')
    const isInStep = async () => {
      const rows = await query(urlOf(this.primary), 'select sync_state from pg_stat_replication')
      expect(rows).toEqual([{ sync_state: 'sync' }])
    }
    await vi.waitFor(isInStep, { timeout: 180_000 })
  }

  /** Like a power failure. */
  async killPrimary(): Promise<void> {
    const text = await readFile(join(this.primary.folder, 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(text, 10), 'SIGKILL')
  }

  /** A clean shutdown. */
  async stopPrimary(): Promise<void> {
    await this.control('stop', this.primary, '--mode=fast')
  }

  async promoteReplica(): Promise<void> {
    await this.control('promote', this.replica)
  }

  async stopReplica(): Promise<void> {
    await this.control('stop', this.replica, '--mode=immediate')
  }

  async stop(): Promise<void> {
    for (const node of [this.primary, this.replica]) {
      await this.control('stop', node, '--mode=immediate').catch(() => {})
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  private async initialise() {
    const { folder } = this.primary
    await this.programs?.makeOwnFolder(folder)
    const options = ['--username=coinless', '--auth=trust', '--encoding=UTF8', '--locale=C']
    await this.programs?.run('initdb', [`--pgdata=${folder}`, ...options])
    await this.startNode(this.primary, '')
    await execute(urlOf(this.primary, 'postgres'), 'create database coinless')
    await this.control('stop', this.primary)
  }

  private async startNode(node: Node, more: string) {
    const options = [`-p ${node.port}`, '-c listen_addresses=127.0.0.1', more]
    const quiet = "-c unix_socket_directories=''"
    await this.programs?.writeOwnFile(`${node.folder}.log`, '')
    await this.control(
      'start',
      node,
      `--log=${node.folder}.log`,
      `--options=${[...options, quiet].join(' ')}`,
    )
  }

  private async control(action: string, { folder }: Node, ...options: string[]) {
    await this.programs?.run('pg_ctl', [action, '--wait', `--pgdata=${folder}`, ...options])
  }
}

function urlOf({ port }: Node, name = 'coinless'): string {
  return `postgres://coinless@127.0.0.1:${port}/${name}`
}
