import type { FastifyInstance } from 'fastify'
import type { CardProcessor } from '../card-processors/card-processor.ts'
import type { AppConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import type { Mailer } from '../mailers/mailer.ts'

/** What a feature's routes are made with. */
export interface Server {
  app: FastifyInstance
  config: AppConfig
  database: Database
  cardProcessor: CardProcessor
  mailer: Mailer
}
