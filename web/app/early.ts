import { fetchEarly } from '../shared/calls/early.ts'
import { withStyles } from '../shared/loading/styles.ts'
import { textFiles } from '../shared/loading/text-files.ts'
import { preferredLanguage } from '../shared/loading/which-language.ts'
import { deviceScannedBefore, keepScanned } from '../shared/session/scanned-machines.ts'
import { currentSession, storedSession } from '../shared/session/session-store.ts'

// A separate script that loads first (vite.config.ts) and starts the requests of the first screen while the rest of the
// code loads. The screen still makes its requests as usual, so that it reports failures.

// Before the first schema loads: the content security policy forbids zod's code generation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

type Load = () => Promise<unknown>

const language = preferredLanguage()
/** Without the texts of rarely visited screens. */
const texts = textFiles(language).slice(0, 2)
const signIn = () => import('../screens/auth/SignIn.tsx')
const machine = () => import('../screens/auth/ScannedMachine.tsx')
const shell = () => import('./shell/Shell.tsx')
const payment = () => import('../screens/payments/ProcessPayment.tsx')
const dashboard = () => import('../screens/dashboard/Dashboard.tsx')

const { pathname } = location
const session = currentSession()
const isAtMachine = pathname === '/payments' || pathname.startsWith('/m/')

// First, because a browser sends only a few requests at a time.
if (isAtMachine) ask().catch(() => {})
for (const load of code()) withStyles(load).catch(() => {})

function code(): Load[] {
  if (isAtMachine)
    return session ? [shell, payment, ...texts] : [signIn, machine, ...texts.slice(0, 1)]
  if (pathname === '/dashboard' && session) return [shell, dashboard, ...texts]
  return []
}

async function ask() {
  const askFor = (path: string) => fetchEarly(path, language, session?.access_token)
  const address = new URLSearchParams(location.search)
  const [number] = /^\d{9}$/.exec(address.get('sticker') ?? pathname.slice('/m/'.length)) ?? []
  if (!session) {
    askFor('/guests/settings')
    return number && askFor(`/stickers/${number}`)
  }
  const askForCodes = (deviceId: string) => askFor(`/payments/codes?device_id=${deviceId}`)
  const id = address.get('device')
  if (id) {
    askFor(`/devices/${id}`)
    return askForCodes(id)
  }
  if (!number) return
  const answer = askFor(`/stickers/${number}/device`)
  const before = deviceScannedBefore(number)
  if (before) askForCodes(before)
  const { id: found } = await (await answer).clone().json()
  // Do not store it if the user has signed out since, perhaps in another tab.
  if (found && storedSession()) keepScanned(number, found)
  if (found && !before) await askForCodes(found)
}
