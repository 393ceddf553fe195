import { apiKeyRoutes } from './accounts/api-keys/routes.ts'
import { businessDetailsRoutes } from './accounts/business-details/routes.ts'
import { guestRoutes } from './accounts/guests/routes.ts'
import { passkeyRoutes } from './accounts/passkeys/routes.ts'
import { resourceRoutes } from './accounts/resources/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor/routes.ts'
import { authRoutes } from './accounts/sign-in/routes.ts'
import { staffRoutes } from './accounts/staff/routes.ts'
import { ownAccountRoutes } from './accounts/users/own-account.ts'
import { userRoutes } from './accounts/users/routes.ts'
import { prepaidCodeBatchRoutes } from './codes/batches/routes.ts'
import { codeFileRoutes } from './codes/prepaid-codes/file-routes.ts'
import { prepaidCodeRoutes } from './codes/prepaid-codes/routes.ts'
import { idempotencyRoutes } from './http/idempotency-keys/routes.ts'
import type { Server } from './http/request/server.ts'
import { bookingRoutes } from './laundry/bookings/routes.ts'
import { bulkChangeRoutes } from './laundry/bulk-changes/routes.ts'
import { calendarRoutes } from './laundry/calendars/routes.ts'
import { dashboardRoutes } from './laundry/dashboard/routes.ts'
import { displayRoutes } from './laundry/displays/routes.ts'
import { liveRoutes } from './laundry/live/routes.ts'
import { queueRoutes } from './laundry/queues/routes.ts'
import { roomRoutes } from './laundry/rooms/routes.ts'
import { searchRoutes } from './laundry/search/routes.ts'
import { chosenRowRoutes } from './laundry/selected-rows/routes.ts'
import { webhookRoutes } from './laundry/webhooks/routes.ts'
import { revenueRoutes } from './ledger/revenue/routes.ts'
import { transactionRoutes } from './ledger/transactions/routes.ts'
import { controllerRoutes } from './machines/controllers/routes.ts'
import { deviceFileRoutes } from './machines/devices/file-routes.ts'
import { deviceRoutes } from './machines/devices/routes.ts'
import { deviceLinkRoutes } from './machines/links/routes.ts'
import { placeRoutes } from './machines/places/routes.ts'
import { devicePriceRoutes } from './machines/prices/routes.ts'
import { reportRoutes } from './machines/reports/routes.ts'
import { mailRoutes } from './notifications/mail/routes.ts'
import { notificationRoutes } from './notifications/preferences/routes.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { cardRoutes } from './payments/cards/routes.ts'
import { cycleRoutes } from './payments/cycles/routes.ts'
import { refundRoutes } from './payments/payments/refund-routes.ts'
import { paymentRoutes } from './payments/payments/routes.ts'
import { auditRoutes } from './sessions/audit/routes.ts'

/** The API, by feature. */
export async function serveFeatures(server: Server) {
  await authRoutes(server)
  guestRoutes(server)
  userRoutes(server)
  ownAccountRoutes(server)
  businessDetailsRoutes(server)
  placeRoutes(server)
  secondFactorRoutes(server)
  passkeyRoutes(server)
  apiKeyRoutes(server)
  staffRoutes(server)
  deviceRoutes(server)
  bulkChangeRoutes(server)
  chosenRowRoutes(server)
  deviceFileRoutes(server)
  roomRoutes(server)
  queueRoutes(server)
  bookingRoutes(server)
  calendarRoutes(server)
  displayRoutes(server)
  searchRoutes(server)
  deviceLinkRoutes(server)
  devicePriceRoutes(server)
  controllerRoutes(server)
  webhookRoutes(server)
  prepaidCodeRoutes(server)
  prepaidCodeBatchRoutes(server)
  codeFileRoutes(server)
  paymentRoutes(server)
  cardRoutes(server)
  cycleRoutes(server)
  liveRoutes(server)
  reportRoutes(server)
  idempotencyRoutes(server)
  transactionRoutes(server)
  refundRoutes(server)
  resourceRoutes(server)
  dashboardRoutes(server)
  revenueRoutes(server)
  auditRoutes(server)
  mailRoutes(server)
  notificationRoutes(server)
  healthRoutes(server)
}
