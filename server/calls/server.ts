import type { FastifyInstance } from 'fastify'
import type { CardProcessor } from '../card-processors/card-processor.ts'
import type { AppConfig } from '../config/config.ts'
import type { DatabaseClock } from '../database/clock.ts'
import type { Database } from '../database/connection.ts'
import type { Changes } from '../lines/changes.ts'
import type { Lines } from '../lines/lines.ts'
import type { Mailer } from '../mailers/mailer.ts'

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
