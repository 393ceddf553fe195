import { freePort, listening } from '../../test/servers/ports.ts'
import type { Browser, Driver } from './browser.ts'
import { Child } from './child.ts'
import { miniBrowser } from './install.ts'

/** MiniBrowser of WebKitGTK by WebDriver, a process for each page. */
export async function startWebKit(): Promise<Browser> {
  const display = new Child('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'])
  const number = await display.line(/^(\d+)$/)
  const port = await freePort()
  const command = ['--', 'WebKitWebDriver', `--port=${port}`]
  const server = new Child('dbus-run-session', command, { DISPLAY: `:${number}` })
  await listening(port)
  const call = caller(`http://127.0.0.1:${port}`)
  const begin = async () => {
    const browserOptions = { binary: miniBrowser(), args: ['--automation'] }
    // The event stream keeps a page loading.
    const alwaysMatch = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': browserOptions }
    const body = { capabilities: { alwaysMatch } }
    return call<{ sessionId: string; capabilities: { browserVersion: string } }>('/session', body)
  }
  const first = await begin()
  await call(`/session/${first.sessionId}`, undefined, 'DELETE')
  return {
    version: `WebKitGTK ${first.capabilities.browserVersion}`,
    start: async () => pageOf(call, `/session/${(await begin()).sessionId}`),
    stop: async () => {
      await server.stop()
      await display.stop()
    },
  }
}

type Call = <T>(path: string, body?: object, method?: string) => Promise<T>

function caller(address: string): Call {
  return async <T>(path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) })
    const { value } = (await answer.json()) as { value: T }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function pageOf(call: Call, session: string): Promise<Driver> {
  // Its toolbar makes the window 447 pixels wide.
  await call(`${session}/window/rect`, { width: 390, height: 844 })
  return {
    open: (url) => call(`${session}/url`, { url }),
    evaluate: async (expression) => {
      // A rejection that it is not told of would take until the time limit.
      const script = `Promise.resolve().then(() => ${expression})
        .then((value) => ({ value }), (error) => ({ error: String(error) }))
        .then(arguments[0])`
      const body = { script, args: [] }
      const { value, error } = await call<Outcome>(`${session}/execute/async`, body)
      if (error) throw new Error(error)
      return value ?? undefined
    },
    act: (actions) => call(`${session}/actions`, { actions }),
    picture: async () => Buffer.from(await call<string>(`${session}/screenshot`), 'base64'),
    close: () => call(session, undefined, 'DELETE'),
  }
}

interface Outcome {
  value?: unknown
  error?: string
}
