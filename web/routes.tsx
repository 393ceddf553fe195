import { type ComponentType, lazy, useState } from 'react'
import { matchRoutes, type RouteObject, useLocation } from 'react-router'
import { loadLaterTexts, loadScreenTexts } from './loading/language.ts'
import { awaited } from './loading/own-code.ts'
import { withStyles } from './loading/styles.ts'
import { paths } from './navigation/paths.ts'
import { workingFor } from './navigation/working-for.ts'
import { storedSession } from './session/session-store.ts'
import NotFound from './shell/NotFound.tsx'
import { SignedInOnly } from './shell/SignedInOnly.tsx'
import { StickerAddress } from './shell/StickerAddress.tsx'

type Load = () => Promise<{ default: ComponentType }>

interface Code {
  load: Load
  Component?: ComponentType
  /** One load, even if React starts rendering the screen several times or the load failed. */
  awaited?: Promise<{ default: ComponentType }>
}

/** Each screen is a separate file that loads on the first visit. */
function screen(path: string, load: Load): RouteObject {
  const code = codeOf(load)
  return { path, element: <Screen code={code} />, handle: code.load }
}

/** Rarely visited screen, with texts that other screens do not need. */
function laterScreen(path: string, load: Load): RouteObject {
  return screen(path, async () => {
    const [code] = await Promise.all([load(), loadLaterTexts()])
    return code
  })
}

function codeOf(load: Load): Code {
  const code: Code = {
    load: async () => {
      const module = await withStyles(load)
      code.Component = module.default
      return module
    },
  }
  return code
}

/** Each URL gets a new component instance, so that input for one device never applies to the next. */
function Screen({ code }: { code: Code }) {
  return <Loaded key={useLocation().pathname} code={code} />
}

/** Renders immediately if its code has loaded: React delays content that waits for code by 300 ms. */
function Loaded({ code }: { code: Code }) {
  const [Component] = useState(
    () => code.Component ?? lazy(() => (code.awaited ??= awaited(code.load))),
  )
  return <Component />
}

/** Loads all code for a URL in parallel. A failure shows when the URL is opened. */
export async function preload(pathname: string): Promise<void> {
  const loads = matchRoutes(routes, pathname)?.map(({ route }) => route.handle as Load | undefined)
  await Promise.allSettled(loads?.map((load) => load?.()) ?? [])
}

const shell = codeOf(async () => {
  const [code] = await Promise.all([import('./shell/Shell.tsx'), loadScreenTexts()])
  return code
})
/** Account of an owner that the user works for. */
const account = codeOf(async () => {
  const [code] = await Promise.all([
    import('./shell/WorkingFor.tsx'),
    loadScreenTexts(),
    loadLaterTexts(),
  ])
  return code
})
const roleOnly = codeOf(() => import('./shell/RoleOnly.tsx'))

const accountOnly = codeOf(() => import('./shell/AccountOnly.tsx'))
const adminOnly = codeOf(() => import('./shell/AdminOnly.tsx'))

/** Screens inside the shell. */
const screens: RouteObject[] = [
  screen('/dashboard', () => import('./dashboard/Dashboard.tsx')),
  screen('/resources/:id', () => import('./resources/ResourceDetail.tsx')),
  screen('/devices/:id', () => import('./devices/DeviceDetail.tsx')),
  laterScreen('/devices/:id/edit', () => import('./devices/EditDevice.tsx')),
  laterScreen('/devices/:id/prices', () => import('./devices/DevicePrices.tsx')),
  laterScreen('/stickers', () => import('./stickers/Stickers.tsx')),
  screen('/rooms/:number', () => import('./rooms/Room.tsx')),
  laterScreen('/rooms/:number/sign', () => import('./rooms/DoorSign.tsx')),
  laterScreen('/controllers/:id', () => import('./controllers/ControllerDetail.tsx')),
  screen('/transactions', () => import('./transactions/TransactionList.tsx')),
  screen('/transactions/:id', () => import('./transactions/TransactionDetail.tsx')),
  screen('/transactions/:id/receipt', () => import('./transactions/Receipt.tsx')),
  screen('/payments', () => import('./payments/ProcessPayment.tsx')),
  screen('/prepaid-codes/:id', () => import('./prepaid-codes/PrepaidCodeDetail.tsx')),
  screen('/prepaid-codes/:id/top-up', () => import('./payments/TopUp.tsx')),
  screen('/top-ups', () => import('./payments/TopUpList.tsx')),
  screen('/top-ups/:id', () => import('./payments/TopUpDetail.tsx')),
  screen('/reports', () => import('./reports/ReportList.tsx')),
  screen('/reports/new', () => import('./reports/NewReport.tsx')),
  screen('/reports/:id', () => import('./reports/ReportDetail.tsx')),
  laterScreen('/report-cases', () => import('./reports/CaseList.tsx')),
  laterScreen('/report-cases/:id', () => import('./reports/CaseDetail.tsx')),
  laterScreen('/profile', () => import('./users/Profile.tsx')),
  {
    element: <Loaded code={accountOnly} />,
    handle: accountOnly.load,
    children: [
      screen('/resources', () => import('./resources/ResourceList.tsx')),
      laterScreen('/resources/new', () => import('./resources/NewResource.tsx')),
      laterScreen('/resources/:id/edit', () => import('./resources/EditResource.tsx')),
      screen('/devices', () => import('./devices/DeviceList.tsx')),
      laterScreen('/devices/new', () => import('./devices/NewDevice.tsx')),
      laterScreen('/revenue', () => import('./revenue/Revenue.tsx')),
      laterScreen('/bulk-changes', () => import('./bulk/BulkChanges.tsx')),
      laterScreen('/devices/import', () => import('./devices/ImportDevices.tsx')),
      laterScreen('/controllers', () => import('./controllers/ControllerList.tsx')),
      laterScreen('/controllers/new', () => import('./controllers/NewController.tsx')),
      laterScreen('/api-keys', () => import('./users/ApiKeyList.tsx')),
      laterScreen('/api-keys/new', () => import('./users/NewApiKey.tsx')),
      laterScreen('/staff', () => import('./staff/StaffList.tsx')),
      laterScreen('/staff/new', () => import('./staff/InviteStaff.tsx')),
      laterScreen('/staff/trail', () => import('./staff/StaffTrail.tsx')),
      laterScreen('/staff-invitation', () => import('./staff/Invitation.tsx')),
      laterScreen('/webhooks', () => import('./webhooks/WebhookList.tsx')),
      laterScreen('/webhooks/new', () => import('./webhooks/NewWebhook.tsx')),
      laterScreen('/webhooks/:id', () => import('./webhooks/WebhookDetail.tsx')),
      screen('/prepaid-codes', () => import('./prepaid-codes/PrepaidCodeList.tsx')),
      laterScreen('/prepaid-codes/new', () => import('./prepaid-codes/NewPrepaidCode.tsx')),
      laterScreen('/prepaid-codes/import', () => import('./prepaid-codes/ImportCodes.tsx')),
      laterScreen('/prepaid-codes/cards', () => import('./prepaid-codes/ChosenCards.tsx')),
      laterScreen('/prepaid-codes/batches', () => import('./prepaid-codes/BatchList.tsx')),
      laterScreen('/prepaid-codes/batches/new', () => import('./prepaid-codes/NewBatch.tsx')),
      laterScreen('/prepaid-codes/batches/:id', () => import('./prepaid-codes/BatchDetail.tsx')),
      laterScreen(
        '/prepaid-codes/batches/:id/cards',
        () => import('./prepaid-codes/BatchCards.tsx'),
      ),
      laterScreen('/prepaid-codes/top-ups', () => import('./payments/TopUpSettings.tsx')),
    ],
  },
  {
    element: <Loaded code={adminOnly} />,
    handle: adminOnly.load,
    children: [
      screen('/admin/users', () => import('./users/AdminUsers.tsx')),
      screen('/admin/prepaid-codes', () => import('./prepaid-codes/AdminPrepaidCodes.tsx')),
      screen('/admin/audit', () => import('./audit/AuditTrail.tsx')),
      laterScreen('/admin/card-payments', () => import('./payments/UnsettledCards.tsx')),
      laterScreen('/admin/system', () => import('./system/System.tsx')),
    ],
  },
]

const inShell: RouteObject = {
  element: <Loaded code={shell} />,
  handle: shell.load,
  children: workingFor
    ? [{ element: <Loaded code={roleOnly} />, handle: roleOnly.load, children: screens }]
    : screens,
}

export const routes: RouteObject[] = [
  screen('/', () => import('./auth/SignIn.tsx')),
  screen('/auth', () => import('./auth/SignIn.tsx')),
  screen('/help/:page?', () => import('./help/Help.tsx')),
  screen('/auth/password', () => import('./auth/ForgottenPassword.tsx')),
  {
    path: '/m/:number?',
    Component: StickerAddress,
    // Preloads the target of the redirect.
    handle: () => preload(storedSession() ? paths.payments : paths.auth),
  },
  {
    Component: SignedInOnly,
    children: [
      workingFor
        ? { element: <Loaded code={account} />, handle: account.load, children: [inShell] }
        : inShell,
    ],
  },
  { path: '*', Component: NotFound },
]
