import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { withEmbedded } from '../../server/operations/embedded-postgres/embedded.ts'
import { makeBase } from '../../server/operations/wal-archive/base-backup.ts'
import { query } from '../servers/postgres.ts'
import { compiledBefore } from '../servers/program.ts'
import { Bank, bankProgram } from './bank.ts'
import { asUsed } from './used-folder.ts'

const token = 'a-token-of-the-tests'
const code = 'ELM-STREET-7742'

/** A server with continuous backups, and restores of them. */
export class BackedUp {
  readonly dataDir: string
  readonly backupDir: string
  readonly keyFile: string | undefined
  readonly program: ReturnType<typeof bankProgram>
  readonly bank: Bank

  constructor(folder: string, keyFile?: string) {
    this.dataDir = join(folder, 'original')
    this.backupDir = join(folder, 'backups')
    this.keyFile = keyFile
    this.program = bankProgram(this.dataDir, { ...this.settings, METRICS_TOKEN: token })
    this.bank = new Bank(this.program)
  }

  get settings(): Record<string, string> {
    return {
      BACKUP_DIR: this.backupDir,
      ...(this.keyFile && { BACKUP_KEY_FILE: this.keyFile }),
    }
  }

  /** Starts it with a device and a code to pay with. */
  async open() {
    await mkdir(this.dataDir)
    await asUsed(this.dataDir)
    await this.program.start()
    await this.bank.open()
    await this.bank.ask('POST', '/prepaid-codes', { code, balance: 900 }, randomUUID())
  }

  async payOne(): Promise<string> {
    const [device] = (await this.inDatabase('select id from devices')) as { id: string }[]
    const body = { device_id: device?.id, amount: 0.25, duration: 30, prepaid_code: code }
    const answer = await this.bank.ask('POST', '/payments/prepaid', body, randomUUID())
    return answer.body.transaction?.id ?? JSON.stringify(answer)
  }

  async makeBase() {
    const folder = { backupDir: this.backupDir, backupKeyFile: this.keyFile }
    await makeBase(folder, this.dataDir, await this.ownerUrl())
  }

  /** Forces a backup of everything written so far. */
  async switchWal() {
    await query(await this.ownerUrl(), 'select pg_switch_wal()')
  }

  async ownerUrl(): Promise<string> {
    const password = await readFile(join(this.dataDir, 'database-password'), 'utf8')
    const pid = await readFile(join(this.dataDir, 'database', 'postmaster.pid'), 'utf8')
    return `postgres://coinless:${password.trim()}@127.0.0.1:${pid.split('\n')[3]}/coinless`
  }

  async metric(name: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`${this.program.address}/metrics`, { headers })).text()
    return Number(new RegExp(`^coinless_${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  /** Sorted names of one kind in one of its folders. */
  async files(kind: 'base' | 'wal', end = /./): Promise<string[]> {
    const names = await readdir(join(this.backupDir, kind))
    return names.filter((name) => end.test(name)).sort()
  }

  restore(args: string[], settings: Record<string, string>) {
    const env = { ...compiledBefore, PATH: process.env.PATH, ...this.settings, ...settings }
    return promisify(execFile)(process.execPath, ['server/commands/restore.ts', ...args], { env })
  }

  /** Error message of a restore that fails. */
  async refusal(args: string[], settings: Record<string, string>): Promise<string> {
    const failure = await this.restore(args, settings).catch((error) => error)
    expect(failure.code).toBe(1)
    return failure.stderr.trim()
  }

  inDatabase(statement: string, dataDir = this.dataDir) {
    return withEmbedded(dataDir, (url) => query(url, statement))
  }

  /** Ids of all payments. */
  async ids(dataDir: string): Promise<string[]> {
    const rows = await this.inDatabase('select id from transactions', dataDir)
    return (rows as { id: string }[]).map(({ id }) => id)
  }
}
