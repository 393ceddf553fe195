import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { bookingPlans } from './booking-plans.ts'
import { bookings } from './bookings.ts'
import { bulkChanges } from './bulk-changes.ts'
import { businessDetails } from './business-details.ts'
import { calendars } from './calendars.ts'
import { chosenRows } from './chosen-rows.ts'
import { controllers } from './controllers.ts'
import { cycles } from './cycles.ts'
import { dashboard } from './dashboard.ts'
import { deviceLinks } from './device-links.ts'
import { devicePrices } from './device-prices.ts'
import { devices } from './devices.ts'
import { displays } from './displays.ts'
import { guests } from './guests.ts'
import { health } from './health.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { installation } from './installation.ts'
import { mail } from './mail.ts'
import { notifications } from './notifications.ts'
import { openingHours } from './opening-hours.ts'
import { ownAccount } from './own-account.ts'
import { passkeys } from './passkeys.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { prepaidCodeBatches } from './prepaid-code-batches.ts'
import { prepaidCodes } from './prepaid-codes.ts'
import { queues } from './queues.ts'
import { refunds } from './refunds.ts'
import { reports } from './reports.ts'
import { resources } from './resources.ts'
import { revenue } from './revenue.ts'
import { rooms } from './rooms.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { staff } from './staff.ts'
import { system } from './system.ts'
import { topUps } from './top-ups.ts'
import { transactions } from './transactions.ts'
import { usage } from './usage.ts'
import { adminUsers, me } from './users.ts'
import { webhooks } from './webhooks.ts'

/** The whole API, by feature. The server does not start if one of these is missing. */
export const endpoints = {
  apiKeys,
  staff,
  auth,
  guests,
  me,
  ownAccount,
  businessDetails,
  secondFactor,
  passkeys,
  adminUsers,
  devices,
  devicePrices,
  places,
  bulkChanges,
  chosenRows,
  rooms,
  queues,
  bookings,
  bookingPlans,
  calendars,
  openingHours,
  displays,
  deviceLinks,
  controllers,
  prepaidCodes,
  prepaidCodeBatches,
  payments,
  topUps,
  cycles,
  reports,
  idempotencyKeys,
  transactions,
  refunds,
  resources,
  search,
  dashboard,
  revenue,
  usage,
  audit,
  mail,
  system,
  notifications,
  webhooks,
  health,
  installation,
}
