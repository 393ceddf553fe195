import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMozillaPush } from '../../test/servers/mozilla-push.ts'
import type { Browser, Driver } from './browser.ts'
import { Child } from './child.ts'

/** Without calls to Mozilla, and with the language of the tests. */
const preferences = {
  // Those would turn push off.
  'remote.prefs.recommended': false,
  'dom.push.testing.allowInsecureServerURL': true,
  'app.normandy.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Headless Firefox shows no question. 1: as if it was answered with yes.
  'permissions.default.desktop-notification': 1,
  'services.settings.server': 'data:,',
}

/** Firefox by WebDriver BiDi, which needs no driver. Each page has a container of its own. */
export async function startFirefox(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'coinless-firefox-'))
  const push = await startMozillaPush()
  const all = { ...preferences, 'dom.push.serverURL': push.address }
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const how = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = new Child('firefox-esr', how)
  const send = await connect(await child.line(/^WebDriver BiDi listening on (\S+)$/))
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    start: () => pageOf(send),
    stop: async () => {
      await child.stop()
      push.stop()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

type Send = <T>(method: string, params: object) => Promise<T>

interface Answer {
  id?: number
  result?: unknown
  error?: string
  message?: string
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id ?? 0)?.(answer)
    waiting.delete(answer.id ?? 0)
  })
  let last = 0
  return async <T>(method: string, params: object) => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await promise
    if (error) throw new Error(`${method}: ${message}`)
    return result as T
  }
}

async function pageOf(send: Send): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const created = { type: 'tab', userContext }
  const { context } = await send<{ context: string }>('browsingContext.create', created)
  const viewport = { width: 390, height: 844 }
  await send('browsingContext.setViewport', { context, viewport })
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'none' }),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<Outcome>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    act: (actions) => send('input.performActions', { context, actions }),
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(data, 'base64')
    },
    close: () => send('browser.removeUserContext', { userContext }),
  }
}

interface Outcome {
  result?: { value?: string }
  exceptionDetails?: { text: string }
}
