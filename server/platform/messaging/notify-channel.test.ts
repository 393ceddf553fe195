import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { connect } from '../database/connection.ts'
import { NotifyChannel } from './notify-channel.ts'

const server = testApp()

test('closes a connection that is still opening when it stops', {
  timeout: 20_000,
}, async () => {
  const { url: directUrl, database } = server
  const notices = new NotifyChannel({ directUrl, database, logger: { warn: () => {} } })
  const starting = notices.start()
  await expect(notices.stop()).resolves.toBeUndefined()
  await starting
})

test('ignores a notice after the stop', async () => {
  const database = connect(server.url)
  const warnings: unknown[] = []
  const logger = { warn: (warning: object) => void warnings.push(warning) }
  const notices = new NotifyChannel({ directUrl: server.url, database, logger })
  await notices.start()
  notices.send('last', {})
  await notices.stop()
  await database.destroy()
  notices.send('late', {})
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})
