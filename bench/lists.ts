import { Agent, request } from 'node:http'
import { adminOfMany, codeOfMany, ownerOfMany } from '../test/servers/many-rows.ts'
import type { Program } from '../test/servers/program.ts'
import type { World } from './database.ts'
import { startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const callsARound = 10

interface Subject {
  path: string
  as: string
  /** Accounts have no filter. */
  filter?: string
  /** A search that finds one row, by its number. */
  one: (number: number) => string
  /** A search that finds about a hundred rows at any size. */
  hundred: (number: number, rows: number) => string
  /** A search that finds at least a ninth of the rows. */
  many: string
}

const owner = ownerOfMany(1)
const byNumber = {
  as: owner,
  one: (number: number) => `M-${number}`,
  hundred: (number: number, rows: number) => `M-${number}`.slice(0, Math.log10(rows)),
  many: 'M-4',
}
const byTenant = {
  as: adminOfMany,
  one: (number: number) => `tenant${number}`,
  hundred: (number: number, rows: number) => `tenant${number}`.slice(0, Math.log10(rows) + 4),
  many: 'tenant4',
}
const lists: Record<string, Subject> = {
  devices: { path: '/devices', filter: 'device_type=dryer', ...byNumber },
  transactions: { path: '/transactions', filter: 'payment_method=credit_card', ...byNumber },
  codes: {
    path: '/prepaid-codes',
    as: owner,
    filter: 'disabled=true',
    one: codeOfMany,
    hundred: (number, rows) => codeOfMany(number).slice(0, Math.log10(rows) / 1.5),
    many: '4F',
  },
  users: { path: '/admin-users', ...byTenant },
  'audit trail': { path: '/admin-audit-events', filter: 'action=signed_out', ...byTenant },
}
const views = [
  'first page',
  'middle page',
  'last page',
  'filter',
  'search hits one',
  'search hits a hundred',
  'search hits many',
  'search misses',
]

export interface ListFigure {
  list: string
  view: string
  world: string
  /** Over all rounds, in milliseconds. */
  medianMs: number
  /** Median ratio to the time in the smallest world. */
  ratio: number
}

/** Time of lists over HTTP: sequential calls of the same view in every world in turn. */
export async function benchLists(worlds: World[], rounds: number): Promise<ListFigure[]> {
  const servers: { world: World; program: Program }[] = []
  for (const world of worlds) servers.push({ world, program: await startServer(world) })
  const figures: ListFigure[] = []
  for (const [list, subject] of Object.entries(lists)) {
    const callers = await Promise.all(
      servers.map(async ({ world, program }) => {
        return { world, call: caller(program.address, await tokenOf(world, subject.as)) }
      }),
    )
    for (const view of views) {
      if (view === 'filter' && !subject.filter) continue
      const paths = await Promise.all(
        callers.map(({ world, call }) => pathOf(call, subject, view, world.rows)),
      )
      const times = callers.map((): number[] => [])
      for (let round = -1; round < rounds; round++) {
        for (const [index, { call }] of callers.entries()) {
          const samples: number[] = []
          for (let n = 0; n < callsARound; n++) {
            const started = performance.now()
            await call(paths[index] ?? '')
            samples.push(performance.now() - started)
          }
          // The first round is a warm-up.
          if (round >= 0) times[index]?.push(median(samples))
        }
      }
      for (const [index, { world }] of callers.entries()) {
        const own = times[index] ?? []
        const ratio = median(own.map((time, round) => time / (times[0]?.[round] ?? Number.NaN)))
        figures.push({
          list,
          view,
          world: world.name,
          medianMs: rounded(median(own)),
          ratio: rounded(ratio),
        })
      }
    }
  }
  await Promise.all(servers.map(({ program }) => program.stop()))
  return figures
}

type Call = (path: string) => Promise<{ pagination: { totalPages: number } }>

async function pathOf(
  call: Call,
  { path, filter, one, hundred, many }: Subject,
  view: string,
  rows: number,
): Promise<string> {
  const first = `${path}?page=1`
  if (view === 'filter') return `${first}&${filter}`
  // A typical number, of a row of the first owner.
  const number = Math.max(1000, Math.floor(rows * 0.739e-3) * 1000)
  if (view === 'search hits one') return `${first}&search=${one(number)}`
  if (view === 'search hits a hundred') return `${first}&search=${hundred(number, rows)}`
  if (view === 'search hits many') return `${first}&search=${many}`
  if (view === 'search misses') return `${first}&search=nowhere`
  if (view === 'first page') return first
  const { pagination } = await call(first)
  const page = view === 'last page' ? pagination.totalPages : Math.ceil(pagination.totalPages / 2)
  return `${path}?page=${page}`
}

function caller(address: string, token: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  return (path) =>
    new Promise((resolve, reject) => {
      const sent = request(`${address}/api${path}`, { agent, headers }, async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        const text = Buffer.concat(parts).toString()
        if (response.statusCode !== 200) reject(new Error(`${path} returned ${text}`))
        else resolve(JSON.parse(text))
      })
      sent.on('error', reject).end()
    })
}
