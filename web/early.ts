import { askEarly } from './calls/early.ts'
import { withStyles } from './loading/styles.ts'
import { textFiles } from './loading/text-files.ts'
import { wantedLanguage } from './loading/which-language.ts'
import { deviceScannedBefore, keepScanned } from './session/scanned-machines.ts'
import { currentSession, storedSession } from './session/session-store.ts'

// A script of its own, small and there first (vite.config.ts): what the first screen needs is on its way
// while the rest of the code comes, and not one after another. Whoever needs it asks for it as ever, so
// that a failure shows there.

type Load = () => Promise<unknown>

const language = wantedLanguage()
/** Without the later ones. */
const texts = textFiles[language].slice(0, 2)
const signIn = () => import('./auth/SignIn.tsx')
const shell = () => import('./shell/Shell.tsx')
const payment = () => import('./payments/ProcessPayment.tsx')
const dashboard = () => import('./dashboard/Dashboard.tsx')

const { pathname } = location
const session = currentSession()
const isAtMachine = pathname === '/payments' || pathname.startsWith('/m/')

// First, since a browser asks for few things at once.
if (isAtMachine) ask().catch(() => {})
for (const load of code()) withStyles(load).catch(() => {})

function code(): Load[] {
  if (isAtMachine) return session ? [shell, payment, ...texts] : [signIn, ...texts.slice(0, 1)]
  if (pathname === '/dashboard' && session) return [shell, dashboard, ...texts]
  return []
}

async function ask() {
  const askFor = (path: string) => askEarly(path, language, session?.access_token)
  if (!session) return askFor('/auth-guest')
  const askForCodes = (deviceId: string) => askFor(`/payments/codes?device_id=${deviceId}`)
  const address = new URLSearchParams(location.search)
  const id = address.get('device')
  if (id) {
    askFor(`/devices/${id}`)
    return askForCodes(id)
  }
  const [number] = /^\d{9}$/.exec(address.get('sticker') ?? pathname.slice('/m/'.length)) ?? []
  if (!number) return
  const answer = askFor(`/devices-by-sticker/${number}`)
  const before = deviceScannedBefore(number)
  if (before) askForCodes(before)
  const { id: found } = await (await answer).clone().json()
  // Signed out meanwhile, perhaps in another tab: then nothing is kept.
  if (found && storedSession()) keepScanned(number, found)
  if (found && !before) await askForCodes(found)
}
