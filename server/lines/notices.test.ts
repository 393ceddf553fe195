import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { Notices } from './notices.ts'

const server = testApp()

test('notices that are stopped while they connect leave no connection that the end waits for', {
  timeout: 20_000,
}, async () => {
  const { url: directUrl, database } = server
  const notices = new Notices({ directUrl, database, logger: { warn: () => {} } })
  const starting = notices.start()
  await expect(notices.stop()).resolves.toBeUndefined()
  await starting
})
