import { readFileSync, writeFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { buildApp } from '../server/app.ts'
import { makeLogger } from '../server/http/observability/logger.ts'
import { makeMetrics } from '../server/http/observability/metrics.ts'
import { sandboxProcessor } from '../server/platform/card-processors/sandbox-processor.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import { DatabaseClock } from '../server/platform/database/clock.ts'
import { connect } from '../server/platform/database/connection.ts'
import { Changes } from '../server/platform/messaging/changes.ts'
import { ControllerConnections } from '../server/platform/messaging/controller-connections.ts'
import { NotifyChannel } from '../server/platform/messaging/notify-channel.ts'

/**
 * Checks /api/openapi.json by rules that client tools rely on, and that docs/openapi.json is equal; `--write` updates
 * the copy. Needs no database.
 */
const copy = new URL('../docs/openapi.json', import.meta.url)
const config = { ...loadConfig({}, { demo: false }), jwtSecret: 'a secret that signs nothing here' }
const directUrl = 'postgres://nobody@127.0.0.1:1/none'
const database = connect(directUrl)
const logger = makeLogger({ logLevel: 'silent' })
const notifyChannel = new NotifyChannel({ directUrl, database, logger })
const app = await buildApp({
  config,
  database,
  clock: new DatabaseClock(database),
  connections: new ControllerConnections(notifyChannel),
  changes: new Changes(notifyChannel),
  settleSoon: () => undefined,
  cardProcessor: sandboxProcessor(),
  mailer: { send: async () => undefined, check: async () => undefined },
  logger,
  metrics: makeMetrics(),
})
const { body } = await app.inject('/api/openapi.json')
await app.close()

const problems = await lintFromString({
  source: body,
  absoluteRef: 'openapi.json',
  config: await createConfig({ extends: ['recommended'] }),
})
for (const { ruleId, message, location } of problems) {
  console.error(`${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`)
}

const text = `${JSON.stringify(JSON.parse(body), null, 1)}\n`
if (process.argv.includes('--write')) writeFileSync(copy, text)
const isFresh = readFileSync(copy, 'utf8') === text
if (!isFresh) console.error('docs/openapi.json is out of date: npm run format')
process.exitCode = problems.length === 0 && isFresh ? 0 : 1
