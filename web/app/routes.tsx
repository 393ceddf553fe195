import { type ComponentType, lazy, type ReactNode, useMemo } from 'react'
import { matchRoute, useLocation } from 'wouter'
import { loadLaterTexts, loadScreenTexts, withLaterTexts } from '../shared/loading/language.ts'
import { awaited } from '../shared/loading/own-code.ts'
import { withStyles } from '../shared/loading/styles.ts'
import NotFound from '../shared/navigation/NotFound.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { workingFor } from '../shared/navigation/working-for.ts'
import { pathParser } from '../shared/router/path-parser.ts'
import { storedSession } from '../shared/session/session-store.ts'
import { Moved } from './shell/Moved.tsx'
import { SignedInOnly } from './shell/SignedInOnly.tsx'
import { StickerAddress } from './shell/StickerAddress.tsx'

interface ScreenRoute {
  path: string
  element: ReactNode
  load?: () => Promise<unknown>
  isLoaded?: () => boolean
}

type ScreenComponent = ComponentType<{ children?: ReactNode }>
type Load = () => Promise<{ default: ScreenComponent }>

interface Code {
  load: Load
  Component?: ScreenComponent
  /** One load, even if React starts rendering the screen several times or the load failed. */
  awaited?: Promise<{ default: ScreenComponent }>
}

/** Each screen is a separate file that loads on the first visit. */
function screen(path: string, load: Load): ScreenRoute {
  const code = codeOf(load)
  const isLoaded = () => code.Component !== undefined
  return { path, element: <Screen code={code} />, load: code.load, isLoaded }
}

/** Rarely visited screen, with texts that other screens do not need. */
function laterScreen(path: string, load: Load): ScreenRoute {
  return screen(path, () => withLaterTexts(load()))
}

/** Screens in a frame, which stays when one follows another. */
function inside(frame: Code, screens: ScreenRoute[]): ScreenRoute[] {
  return screens.map(({ path, element, load, isLoaded }) => ({
    path,
    element: <Loaded code={frame}>{element}</Loaded>,
    load: () => Promise.allSettled([frame.load(), load?.()]),
    isLoaded: () => frame.Component !== undefined && isLoaded?.() !== false,
  }))
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
  return <Loaded key={useLocation()[0]} code={code} />
}

/** Renders immediately if its code has loaded: React delays content that waits for code by 300 ms. */
function Loaded({ code, children }: { code: Code; children?: ReactNode }) {
  const Component = useMemo(
    () => code.Component ?? lazy(() => (code.awaited ??= awaited(code.load))),
    [code],
  )
  return <Component>{children}</Component>
}

/** Loads all code for a URL in parallel. A failure shows when the URL is opened. */
export async function preload(pathname: string): Promise<void> {
  await Promise.allSettled([routeOf(pathname).load?.()])
}

/** Whether a URL can be shown at once. */
export function isLoaded(pathname: string): boolean {
  return routeOf(pathname).isLoaded?.() !== false
}

export function routeOf(pathname: string): ScreenRoute {
  const isAt = ({ path }: ScreenRoute) => matchRoute(pathParser, path, pathname)[0]
  return routes.find(isAt) ?? notFound
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

/** Screens inside the shell. The first match counts: `/devices/new` comes before `/devices/:id`. */
const screens: ScreenRoute[] = [
  ...inside(accountOnly, [
    laterScreen('/resources', () => import('../screens/resources/ResourceList.tsx')),
    laterScreen('/resources/new', () => import('../screens/resources/NewResource.tsx')),
    laterScreen('/resources/:id/edit', () => import('../screens/resources/EditResource.tsx')),
    screen('/devices', () => import('../screens/devices/DeviceList.tsx')),
    laterScreen('/devices/new', () => import('../screens/devices/NewDevice.tsx')),
    laterScreen('/revenue', () => import('../screens/revenue/Revenue.tsx')),
    laterScreen('/revenue/usage', () => import('../screens/revenue/Usage.tsx')),
    laterScreen('/bulk-changes', () => import('../shared/bulk/BulkChanges.tsx')),
    laterScreen('/devices/import', () => import('../screens/devices/ImportDevices.tsx')),
    laterScreen('/controllers', () => import('../screens/controllers/ControllerList.tsx')),
    laterScreen('/controllers/new', () => import('../screens/controllers/NewController.tsx')),
    laterScreen('/settings', () => import('../screens/settings/Settings.tsx')),
    laterScreen('/settings/staff', () => import('../screens/staff/StaffList.tsx')),
    laterScreen('/settings/staff/new', () => import('../screens/staff/InviteStaff.tsx')),
    laterScreen('/settings/staff/trail', () => import('../screens/staff/StaffTrail.tsx')),
    laterScreen('/settings/business', () => import('../screens/settings/BusinessDetails.tsx')),
    laterScreen('/settings/places', () => import('../screens/settings/Places.tsx')),
    laterScreen('/settings/top-ups', () => import('../screens/payments/TopUpSettings.tsx')),
    laterScreen('/settings/webhooks', () => import('../screens/webhooks/WebhookList.tsx')),
    laterScreen('/settings/webhooks/new', () => import('../screens/webhooks/NewWebhook.tsx')),
    laterScreen('/settings/webhooks/:id', () => import('../screens/webhooks/WebhookDetail.tsx')),
    laterScreen('/settings/api-keys', () => import('../screens/users/ApiKeyList.tsx')),
    laterScreen('/settings/api-keys/new', () => import('../screens/users/NewApiKey.tsx')),
    laterScreen('/staff-invitation', () => import('../screens/staff/Invitation.tsx')),
    screen('/prepaid-codes', () => import('../screens/prepaid-codes/PrepaidCodeList.tsx')),
    laterScreen('/prepaid-codes/new', () => import('../screens/prepaid-codes/NewPrepaidCode.tsx')),
    laterScreen('/prepaid-codes/import', () => import('../screens/prepaid-codes/ImportCodes.tsx')),
    laterScreen('/prepaid-codes/cards', () => import('../screens/prepaid-codes/ChosenCards.tsx')),
    laterScreen('/prepaid-codes/batches', () => import('../screens/prepaid-codes/BatchList.tsx')),
    laterScreen(
      '/prepaid-codes/batches/new',
      () => import('../screens/prepaid-codes/NewBatch.tsx'),
    ),
    laterScreen(
      '/prepaid-codes/batches/:id',
      () => import('../screens/prepaid-codes/BatchDetail.tsx'),
    ),
    laterScreen(
      '/prepaid-codes/batches/:id/cards',
      () => import('../screens/prepaid-codes/BatchCards.tsx'),
    ),
  ]),
  ...inside(adminOnly, [
    laterScreen('/admin/users', () => import('../screens/users/AdminUsers.tsx')),
    laterScreen('/admin/users/:id', () => import('../screens/users/UserDetail.tsx')),
    laterScreen(
      '/admin/prepaid-codes',
      () => import('../screens/prepaid-codes/AdminPrepaidCodes.tsx'),
    ),
    laterScreen('/admin/audit', () => import('../screens/audit/AuditTrail.tsx')),
    laterScreen('/admin/card-payments', () => import('../screens/payments/UnsettledCards.tsx')),
    laterScreen('/admin/system', () => import('../screens/system/System.tsx')),
  ]),
  screen('/dashboard', () => import('../screens/dashboard/Dashboard.tsx')),
  laterScreen('/resources/:id', () => import('../screens/resources/ResourceDetail.tsx')),
  screen('/devices/:id', () => import('../screens/devices/DeviceDetail.tsx')),
  laterScreen('/devices/:id/edit', () => import('../screens/devices/EditDevice.tsx')),
  laterScreen('/devices/:id/payments', () => import('../screens/devices/DevicePayments.tsx')),
  laterScreen('/devices/:id/reports', () => import('../screens/devices/DeviceReports.tsx')),
  laterScreen('/devices/:id/controller', () => import('../screens/devices/DeviceController.tsx')),
  laterScreen('/devices/:id/prices', () => import('../screens/devices/DevicePrices.tsx')),
  laterScreen('/stickers', () => import('../screens/stickers/Stickers.tsx')),
  screen('/rooms/:number', () => import('../screens/rooms/Room.tsx')),
  laterScreen('/rooms/:number/sign', () => import('../screens/rooms/DoorSign.tsx')),
  laterScreen('/rooms/:number/bookings', () => import('../screens/bookings/RoomBookings.tsx')),
  laterScreen('/rooms/:number/opening-hours', () => import('../screens/rooms/OpeningHours.tsx')),
  laterScreen('/rooms/:number/rules', () => import('../screens/rooms/RoomRules.tsx')),
  laterScreen('/rooms/:number/booking-plan', () => import('../screens/bookings/BookingPlan.tsx')),
  laterScreen('/rooms/:number/displays', () => import('../screens/displays/DisplayList.tsx')),
  laterScreen('/rooms/:number/displays/new', () => import('../screens/displays/NewDisplay.tsx')),
  laterScreen('/controllers/:id', () => import('../screens/controllers/ControllerDetail.tsx')),
  screen('/transactions', () => import('../screens/transactions/TransactionList.tsx')),
  screen('/transactions/:id', () => import('../screens/transactions/TransactionDetail.tsx')),
  screen('/transactions/:id/receipt', () => import('../screens/transactions/Receipt.tsx')),
  screen('/payments', () => import('../screens/payments/ProcessPayment.tsx')),
  screen('/prepaid-codes/:id', () => import('../screens/prepaid-codes/PrepaidCodeDetail.tsx')),
  screen('/prepaid-codes/:id/top-up', () => import('../screens/payments/TopUp.tsx')),
  screen('/top-ups', () => import('../screens/payments/TopUpList.tsx')),
  screen('/top-ups/:id', () => import('../screens/payments/TopUpDetail.tsx')),
  screen('/reports', () => import('../screens/reports/ReportList.tsx')),
  screen('/reports/new', () => import('../screens/reports/NewReport.tsx')),
  laterScreen('/reports/:id', () => import('../screens/reports/ReportDetail.tsx')),
  laterScreen('/report-cases', () => import('../screens/reports/CaseList.tsx')),
  laterScreen('/report-cases/:id', () => import('../screens/reports/CaseDetail.tsx')),
  laterScreen('/profile', () => import('../screens/users/Profile.tsx')),
]

const framed = inside(shell, workingFor ? inside(roleOnly, screens) : screens)
const signedInOnly = (workingFor ? inside(account, framed) : framed).map((route) => ({
  ...route,
  element: <SignedInOnly>{route.element}</SignedInOnly>,
}))

const routes: ScreenRoute[] = [
  screen('/', () => import('../screens/auth/SignIn.tsx')),
  screen('/auth', () => import('../screens/auth/SignIn.tsx')),
  laterScreen('/display', () => import('../screens/displays/Display.tsx')),
  screen('/help/:page?', () => import('../screens/help/Help.tsx')),
  screen('/auth/password', () => import('../screens/auth/ForgottenPassword.tsx')),
  {
    path: '/m/:number?',
    element: <StickerAddress />,
    // Preloads the target of the redirect.
    load: () => preload(storedSession() ? paths.payments : paths.auth),
  },
  ...['/staff/*?', '/webhooks/*?', '/api-keys/*?', '/prepaid-codes/top-ups'].map((path) => ({
    path,
    element: <Moved />,
  })),
  ...signedInOnly,
]

const notFound: ScreenRoute = { path: '*', element: <NotFound /> }
