import type { FastifyInstance } from 'fastify'
import type { CardProcessor } from '../../platform/card-processors/card-processor.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { DatabaseClock } from '../../platform/database/clock.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Mailer } from '../../platform/mailer/mailer.ts'
import type { Changes } from '../../platform/messaging/changes.ts'
import type { Lines } from '../../platform/messaging/lines.ts'

/** What a feature's routes are made with. */
export interface Server {
  app: FastifyInstance
  config: AppConfig
  database: Database
  /** By which everything that has a time is judged. */
  clock: DatabaseClock
  cardProcessor: CardProcessor
  mailer: Mailer
  /** To controllers, whichever server holds them. */
  lines: Lines
  /** Of what is shown of devices and controllers, told to every server. */
  changes: Changes
}
