import { reportNotices } from '../machines/reports/notices.ts'
import { cycleNotices } from '../notifications/preferences/cycle-notices.ts'
import { notifyFromQueue } from '../notifications/preferences/notifier.ts'
import type { AppConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'

/** Delivers due notices about cycles and reports. */
export function deliverNotices(database: Database, config: AppConfig): Promise<void> {
  return notifyFromQueue(database, config, [cycleNotices, reportNotices])
}
