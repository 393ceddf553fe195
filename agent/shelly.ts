import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { commandTimeoutMs } from './run.ts'
import type { SwitchSettings } from './settings.ts'
import type { Switch } from './switch.ts'

type ShellySettings = Extract<SwitchSettings, { by: 'shelly' }>

const switchStatus = z.object({ output: z.boolean(), apower: z.number().optional() })
const systemStatus = z.object({ uptime: z.number() })

/** Controls a Shelly of the second generation or newer over HTTP. Its own timer ends a run. */
export function shellySwitch({ address, id, password }: ShellySettings): Switch {
  const call = (method: string, params = {}) => rpc(address, password, method, params)
  const status = async () => switchStatus.parse(await call('Switch.GetStatus', { id }))
  return {
    async on(seconds) {
      await call('Switch.Set', { id, on: true, toggle_after: seconds })
      // The answer contains the previous state, so the current one needs a request.
      if (!(await status()).output) throw new Error('The Shelly does not switch on')
    },
    async off() {
      await call('Switch.Set', { id, on: false })
      if ((await status()).output) throw new Error('The Shelly does not switch off')
    },
    isOn: async () => (await status()).output,
    watts: async () => (await status()).apower,
    async lostPower(lastSeconds) {
      return systemStatus.parse(await call('Sys.GetStatus')).uptime <= lastSeconds + 1
    },
  }
}

async function rpc(address: string, password: string | undefined, method: string, params: object) {
  const send = (authorization?: string) =>
    fetch(`http://${address}/rpc/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify(params),
      signal: AbortSignal.timeout(commandTimeoutMs / 2),
    })
  let response = await send()
  const challenge = response.headers.get('www-authenticate')
  if (response.status === 401 && password && challenge) {
    response = await send(digest(challenge, password, `/rpc/${method}`))
  }
  if (!response.ok) throw new Error(`${method} failed with status ${response.status}`)
  return response.json()
}

/** RFC 7616 with SHA-256; the name is always admin. */
function digest(challenge: string, password: string, uri: string): string {
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(challenge)?.[1] ?? ''
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const realm = field('realm')
  const nonce = field('nonce')
  const cnonce = randomBytes(8).toString('hex')
  const [first, second] = [hash(`admin:${realm}:${password}`), hash(`POST:${uri}`)]
  const response = hash(`${first}:${nonce}:00000001:${cnonce}:auth:${second}`)
  return `Digest username="admin", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=SHA-256, qop=auth, nc=00000001, cnonce="${cnonce}", response="${response}"`
}
