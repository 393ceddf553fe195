import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { freePort, listening } from './ports.ts'
import { query } from './postgres.ts'

const run = promisify(execFile)
const deploy = new URL('../../deploy/', import.meta.url)
const hosts = [1, 2, 3]
const password = 'a-password-of-the-superuser'
const serverAccount = 'coinless_server'
const patience = { interval: 200, timeout: 180_000 }
const programs = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

const followed = `
  select count(*)::int as followers, (count(*) filter (where sync_state <> 'async'))::int as in_step
  from pg_stat_replication where state = 'streaming'`

export interface Node {
  name: string
  /** Has its own file system. */
  folder: string
  rest: number
  port: number
  patroni?: ChildProcess
}

/** @throws if a program is missing, naming it */
async function expectPrograms() {
  if (process.getuid?.() !== 0)
    throw new Error('test:cluster must run as root to create file systems.')
  const found = await Promise.all(
    Object.entries(programs).map(([path, name]) =>
      access(path).then(
        () => [],
        () => [name],
      ),
    ),
  )
  const missing = found.flat()
  if (missing.length > 0) throw new Error(`Missing: apt install ${missing.join(' ')}`)
}

/** Three PostgreSQL nodes under Patroni, one etcd, and HAProxy in front, with the settings of deploy/. */
export class PatroniCluster {
  readonly nodes: Node[] = []
  private port = 0
  private readonly folder: string
  private readonly others: ChildProcess[] = []

  /** @param folder used only by this cluster */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Connects our servers through HAProxy. */
  get settings() {
    const server = new URL(this.ownerUrl('coinless'))
    server.username = serverAccount
    return { DATABASE_URL: server.href, DATABASE_OWNER_URL: this.ownerUrl('coinless') }
  }

  ownerUrl(name: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.port}/${name}`
  }

  async start(): Promise<void> {
    await expectPrograms()
    await run('chown', ['postgres', this.folder])
    const etcd = await this.startEtcd()
    for (const n of hosts) {
      const node = {
        name: `db${n}`,
        folder: join(this.folder, `db${n}`),
        rest: await freePort(),
        port: await freePort(),
      }
      await makeDisk(node.folder)
      this.nodes.push(node)
      await writeFile(this.settingsOf(node), await this.settingsFile(node, etcd))
    }
    for (const node of this.nodes) await this.startPatroni(node)
    await this.startHaproxy()
    await this.whole()
    const postgres = this.ownerUrl('postgres')
    await query(postgres, 'create database coinless')
    await query(postgres, `create role ${serverAccount} login password '${password}'`)
  }

  async startPatroni(node: Node): Promise<void> {
    node.patroni = await this.background('patroni', [this.settingsOf(node)])
  }

  /** Waits for one leader with two followers, as seen by the leader's PostgreSQL. */
  async whole(): Promise<void> {
    await vi.waitFor(async () => {
      const roles = (await this.members()).map(({ role }) => role)
      expect(roles.filter((role) => role === 'leader')).toHaveLength(1)
      const rows = await query(this.ownerUrl('postgres'), followed)
      expect(rows).toEqual([{ followers: 2, in_step: 1 }])
    }, patience)
  }

  async leader(): Promise<Node> {
    return vi.waitFor(async () => {
      const name = (await this.members()).find(({ role }) => role === 'leader')?.name
      const node = this.nodes.find((each) => each.name === name)
      if (!node) throw new Error('There is no leader.')
      return node
    }, patience)
  }

  /** Ids of PostgreSQL's processes; the first is the parent. */
  async postgres({ folder }: Node): Promise<number[]> {
    const text = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')
    const parent = Number.parseInt(text, 10)
    if (!parent) return []
    const { stdout } = await run('pgrep', ['-P', `${parent}`]).catch(() => ({ stdout: '' }))
    return [parent, ...stdout.split('\n').filter(Boolean).map(Number)]
  }

  /** Ids of PostgreSQL's processes on the followers. */
  async followers(): Promise<number[]> {
    const { name } = await this.leader()
    const others = this.nodes.filter((node) => node.name !== name)
    return (await Promise.all(others.map((node) => this.postgres(node)))).flat()
  }

  async switchover(): Promise<void> {
    const { name } = await this.leader()
    const from = ['switchover', '--master', name, '--force']
    await run('patronictl', ['-c', this.settingsOf(this.nodes[0] as Node), ...from])
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) signal(await this.postgres(node), 'SIGCONT')
    for (const child of this.others.toReversed()) {
      if (child.exitCode !== null || child.signalCode) continue
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
    }
    for (const { folder } of this.nodes) await run('umount', ['--lazy', folder])
    await rm(this.folder, { recursive: true, force: true })
  }

  private async members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const { rest } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: [] }).members
    }
    return []
  }

  private async startEtcd(): Promise<number> {
    const [client, peer] = [await freePort(), await freePort()]
    await this.background('etcd', [
      '--enable-v2',
      `--data-dir=${this.folder}/etcd`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
    ])
    await listening(client)
    return client
  }

  private async startHaproxy(): Promise<void> {
    this.port = await freePort()
    const text = await readFile(new URL('haproxy-postgres.cfg', deploy), 'utf8')
    const here = this.nodes.reduce(
      (config, { port, rest }, index) =>
        config.replace(`10.0.1.${index + 1}:5432 port 8008`, `127.0.0.1:${port} port ${rest}`),
      text.replace('bind :5432', `bind 127.0.0.1:${this.port}`),
    )
    const path = join(this.folder, 'haproxy.cfg')
    await writeFile(path, here)
    await this.background('haproxy', ['-db', '-f', path])
    await listening(this.port)
  }

  private async settingsFile({ name, folder, rest, port }: Node, etcd: number): Promise<string> {
    const text = await readFile(new URL('patroni.yml', deploy), 'utf8')
    return text
      .replace('name: db1', `name: ${name}`)
      .replaceAll('10.0.1.1:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.1.1:2379', `127.0.0.1:${etcd}`)
      .replaceAll('10.0.1.1:5432', `127.0.0.1:${port}`)
      .replaceAll('10.0.1.0/24', '127.0.0.1/32')
      .replace('/var/lib/postgresql/15/coinless', `${folder}/data`)
      .replace('/var/lib/postgresql/patroni.pgpass', `${folder}/pgpass`)
      .replace('wal_keep_size: 4GB', 'wal_keep_size: 128MB')
  }

  private settingsOf({ name }: Node): string {
    return join(this.folder, `${name}.yml`)
  }

  private async background(program: string, args: string[]): Promise<ChildProcess> {
    const log = await open(join(this.folder, `${program}.log`), 'a')
    const user = ['--reuid=postgres', '--regid=postgres', '--init-groups']
    const child = spawn('setpriv', [...user, program, ...args], {
      stdio: ['ignore', log.fd, log.fd],
      cwd: this.folder,
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    await once(child, 'spawn')
    await log.close()
    this.others.push(child)
    return child
  }
}

/** A separate disk, which can be full while others have room. */
async function makeDisk(folder: string) {
  const image = `${folder}.image`
  await run('truncate', ['--size=768M', image])
  await run('mkfs.ext4', ['-q', image])
  await mkdir(folder)
  await run('mount', ['-o', 'loop', image, folder])
  await run('chown', ['postgres', folder])
}

/** Skips processes that have exited. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // Already exited.
    }
  }
}
