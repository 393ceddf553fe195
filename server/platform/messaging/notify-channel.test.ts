import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { connect } from '../database/connection.ts'
import { NotifyChannel } from './notify-channel.ts'

const server = testApp()

test('closes a connection that is still opening when it stops', {
  timeout: 20_000,
}, async () => {
  const { url: directUrl, database } = server
  const notifyChannel = new NotifyChannel({ directUrl, database, logger: { warn: () => {} } })
  const starting = notifyChannel.start()
  await expect(notifyChannel.stop()).resolves.toBeUndefined()
  await starting
})

test('ignores a message after the stop', async () => {
  const database = connect(server.url)
  const warnings: unknown[] = []
  const logger = { warn: (warning: object) => void warnings.push(warning) }
  const notifyChannel = new NotifyChannel({ directUrl: server.url, database, logger })
  await notifyChannel.start()
  notifyChannel.send('last', {})
  await notifyChannel.stop()
  await database.destroy()
  notifyChannel.send('late', {})
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})
