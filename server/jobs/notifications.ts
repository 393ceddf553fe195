import { bookingNotifications } from '../laundry/bookings/notifications.ts'
import { queueNotifications } from '../laundry/queues/notifications.ts'
import { reportNotifications } from '../machines/reports/notifications.ts'
import { cycleNotifications } from '../notifications/preferences/cycle-notifications.ts'
import { notifyFromQueue } from '../notifications/preferences/notifier.ts'
import type { AppConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'

/** Delivers due notifications about cycles, reports, queues and bookings. */
export function deliverNotifications(database: Database, config: AppConfig): Promise<void> {
  return notifyFromQueue(database, config, [
    cycleNotifications,
    reportNotifications,
    queueNotifications,
    bookingNotifications,
  ])
}
