import type { FastifyInstance } from 'fastify'
import type { CardProcessor } from '../../platform/card-processors/card-processor.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { DatabaseClock } from '../../platform/database/clock.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Mailer } from '../../platform/mailer/mailer.ts'
import type { Changes } from '../../platform/messaging/changes.ts'
import type { ControllerConnections } from '../../platform/messaging/controller-connections.ts'

/** Dependencies of a feature's routes. */
export interface Server {
  app: FastifyInstance
  config: AppConfig
  database: Database
  /** Clock for all stored times and deadlines. */
  clock: DatabaseClock
  cardProcessor: CardProcessor
  mailer: Mailer
  /** Sends commands to controllers, on any server that they are connected to. */
  connections: ControllerConnections
  /** Publishes changes of devices and controllers to all servers. */
  changes: Changes
  /** Carries out what a cycle decided about its card. Returns at once; the reconciler retries failures. */
  settleSoon(server: Server, paymentId: string): void
}
