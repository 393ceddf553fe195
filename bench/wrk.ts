import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Program } from '../test/servers/program.ts'
import { type Sample, secondsARound } from './pgbench.ts'
import { memoryMb } from './server.ts'

const run = promisify(execFile)

interface Calls {
  method: 'GET' | 'POST'
  /** Lua for each request: may use `tokens`, `bodies`, `count` and `run`, which differs each time. */
  path: string
  headers?: Record<string, string>
  tokens: readonly string[]
  /** Lua for one body of many. */
  body?: string
  /** Lua before the first request. */
  given: string
}

/** The wrk script: uses the tokens in turn and prints its counts as one line of JSON. */
export async function writeCalls(file: string, calls: Calls): Promise<void> {
  const headers = Object.entries({ 'content-type': `'application/json'`, ...calls.headers })
  await writeFile(
    file,
    `${calls.given}
local tokens = { ${calls.tokens.map((token) => `'${token}'`)} }
local run = (tostring({}) .. os.time()):gsub('[^%w]', '')
local count = 0
request = function()
  count = count + 1
  return wrk.format('${calls.method}', ${calls.path}, {
    ['authorization'] = 'Bearer ' .. tokens[count % #tokens + 1],
    ${headers.map(([name, value]) => `['${name}'] = ${value},`).join('\n    ')}
  }, ${calls.body ?? 'nil'})
end
init = function() math.randomseed(os.time() + tonumber(tostring({}):match('0x(%x+)'), 16) % 100000) end
done = function(summary, latency)
  io.write(string.format('{"requests":%d,"us":%d,"refused":%d,"lost":%d,"p50":%f,"p99":%f}\\n',
    summary.requests, summary.duration, summary.errors.status,
    summary.errors.read + summary.errors.timeout + summary.errors.connect,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`,
  )
}

/** Load over HTTP on connections spread evenly over the servers. No call may be refused. */
export async function wrk(servers: Program[], lua: string, connections: number): Promise<Sample> {
  const each = await Promise.all(
    servers.map(async ({ address }) => {
      const { stdout } = await run('wrk', [
        ...['--threads', '1', '--connections', `${connections / servers.length}`],
        ...['--duration', `${secondsARound}s`, '--timeout', '20s', '--script', lua, address],
      ])
      const line = /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}'
      const { requests, us, refused, lost, p50, p99 } = JSON.parse(line)
      if (refused !== 0 || lost !== 0) throw new Error(`wrk: ${stdout}`)
      return { count: requests, perSecond: requests / (us / 1e6), p50Ms: p50, p99Ms: p99 }
    }),
  )
  return {
    count: each.reduce((sum, { count }) => sum + count, 0),
    perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50Ms: Math.max(...each.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...each.map(({ p99Ms }) => p99Ms)),
    memoryMb: Math.max(...servers.map(memoryMb)),
  }
}
