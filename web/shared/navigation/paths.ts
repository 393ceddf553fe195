import { workingFor } from './working-for.ts'

/** Every address of the web app. */
export const paths = {
  auth: '/auth',
  forgottenPassword: '/auth/password',
  dashboard: '/dashboard',
  resources: '/resources',
  newResource: '/resources/new',
  resource: (id: string) => `/resources/${id}`,
  editResource: (id: string) => `/resources/${id}/edit`,
  devices: '/devices',
  newDevice: '/devices/new',
  newDeviceLike: (id: string) => `/devices/new?like=${id}`,
  importDevices: '/devices/import',
  device: (id: string) => `/devices/${id}`,
  editDevice: (id: string) => `/devices/${id}/edit`,
  devicePayments: (id: string) => `/devices/${id}/payments`,
  deviceReports: (id: string) => `/devices/${id}/reports`,
  devicePrices: (id: string) => `/devices/${id}/prices`,
  deviceController: (id: string) => `/devices/${id}/controller`,
  stickerOf: (deviceId: string) => `/stickers?device=${deviceId}`,
  stickers: (filters: Record<string, string>) => `/stickers?${new URLSearchParams(filters)}`,
  room: (number: string) => `/rooms/${number}`,
  doorSign: (number: string) => `/rooms/${number}/sign`,
  roomBookings: (number: string) => `/rooms/${number}/bookings`,
  openingHours: (number: string) => `/rooms/${number}/opening-hours`,
  roomRules: (number: string) => `/rooms/${number}/rules`,
  bookingPlan: (number: string) => `/rooms/${number}/booking-plan`,
  displays: (number: string) => `/rooms/${number}/displays`,
  newDisplay: (number: string) => `/rooms/${number}/displays/new`,
  display: '/display',
  controllers: '/controllers',
  newController: '/controllers/new',
  controller: (id: string) => `/controllers/${id}`,
  settings: '/settings',
  staff: '/settings/staff',
  inviteStaff: '/settings/staff/new',
  staffTrail: '/settings/staff/trail',
  businessDetails: '/settings/business',
  places: '/settings/places',
  topUpSettings: '/settings/top-ups',
  webhooks: '/settings/webhooks',
  newWebhook: '/settings/webhooks/new',
  webhook: (id: string) => `/settings/webhooks/${id}`,
  apiKeys: '/settings/api-keys',
  newApiKey: '/settings/api-keys/new',
  staffInvitation: '/staff-invitation',
  transactions: '/transactions',
  transaction: (id: string) => `/transactions/${id}`,
  receipt: (id: string) => `/transactions/${id}/receipt`,
  payments: '/payments',
  pendingPayment: (cardPaymentId: string) => `/payments?card=${cardPaymentId}`,
  cycle: (id: string) => `/payments?cycle=${id}`,
  payAt: (deviceId: string) => `/payments?device=${deviceId}`,
  payWith: (codeId: string) => `/payments?code=${codeId}`,
  payAtSticker: (typed: string) => `/payments?${new URLSearchParams({ sticker: typed })}`,
  prepaidCodes: '/prepaid-codes',
  codeTable: '/prepaid-codes?view=table',
  activePrepaidCodes: '/prepaid-codes?status=active',
  newPrepaidCode: '/prepaid-codes/new',
  codeCards: '/prepaid-codes/cards',
  bulkChanges: '/bulk-changes',
  codeBatches: '/prepaid-codes/batches',
  newCodeBatch: '/prepaid-codes/batches/new',
  codeBatch: (id: string) => `/prepaid-codes/batches/${id}`,
  codeBatchCards: (id: string) => `/prepaid-codes/batches/${id}/cards`,
  importPrepaidCodes: '/prepaid-codes/import',
  prepaidCode: (id: string) => `/prepaid-codes/${id}`,
  topUpByCard: (codeId: string, deviceId?: string) =>
    `/prepaid-codes/${codeId}/top-up${ofDevice(deviceId)}`,
  topUps: '/top-ups',
  topUpsOf: (codeId: string) => `/top-ups?code=${codeId}`,
  topUp: (id: string, deviceId?: string) => `/top-ups/${id}${ofDevice(deviceId)}`,
  reports: '/reports',
  newReport: (deviceId: string, paymentId?: string) =>
    `/reports/new?${new URLSearchParams({ device: deviceId, ...(paymentId && { payment: paymentId }) })}`,
  report: (id: string) => `/reports/${id}`,
  revenue: '/revenue',
  usage: '/revenue/usage',
  lastMonthByPlace: '/revenue?period=last_month&by=location',
  reportCases: '/report-cases',
  reportCasesOf: (deviceId: string) => `/report-cases?device=${deviceId}`,
  reportCase: (id: string) => `/report-cases/${id}`,
  profile: '/profile',
  help: '/help',
  helpPage: (name: string) => `/help/${name}`,
  verification: '/profile#verify',
  adminUsers: '/admin/users',
  adminUser: (id: string) => `/admin/users/${id}`,
  adminPrepaidCodes: '/admin/prepaid-codes',
  adminAudit: '/admin/audit',
  auditOf: (userId: string) => `/admin/audit?search=${userId}`,
  adminCardPayments: '/admin/card-payments',
  adminSystem: '/admin/system',
  codesOfUser: (userId: string) => `/admin/prepaid-codes?user=${userId}`,
}

/** Sticker number, as scanned or typed, of the machine that a page belongs to. */
export function stickerOf(page: string): string | null {
  const { pathname, searchParams } = new URL(page, location.origin)
  return pathname === paths.payments ? searchParams.get('sticker') : null
}

/** Whether a page is for a user who is about to pay at a machine: by its sticker, at a device or in a room. */
export function isAtMachine(page: string): boolean {
  const { pathname, searchParams } = new URL(page, location.origin)
  const isPaid = searchParams.has('cycle') || searchParams.has('card')
  return (pathname === paths.payments && !isPaid) || /^[/](m|rooms)[/][^/]+$/.test(pathname)
}

/** Whether an address is this place or inside it. */
export function isAt(place: string, pathname: string): boolean {
  return pathname === place || pathname.startsWith(`${place}/`)
}

/** Where the page of a former address is today. Bookmarks and mails have such addresses. */
export function movedTo(former: string): string {
  return paths.settings + former.replace(/^[/]prepaid-codes/, '')
}

/** Address of the sign-in screen that continues to the requested page. */
export function signInFor(page: string): string {
  return `${paths.auth}?${new URLSearchParams({ next: page })}`
}

/** Pattern of a screen's address, perhaps typed with a slash at its end. */
const screenPath = /^(\/[\w-]+)+\/?$/

/**
 * Accepts only screens of this app, so that an external link cannot redirect elsewhere after sign-in. Parses the
 * address as the browser does, which drops tabs and line ends and reads a backslash as a slash.
 */
export function pageAfterSignIn(search: URLSearchParams): string {
  const next = asRead(search.get('next') ?? '')
  const isScreen = next?.origin === location.origin && screenPath.test(next.pathname)
  if (!isScreen || next.pathname.startsWith(paths.auth)) {
    return workingFor ? paths.dashboard : paths.profile
  }
  return next.pathname + next.search
}

function asRead(address: string): URL | null {
  try {
    return new URL(address, location.origin)
  } catch {
    return null
  }
}

/** Device to pay at after the top-up. */
function ofDevice(id: string | undefined): string {
  return id === undefined ? '' : `?${new URLSearchParams({ device: id })}`
}
