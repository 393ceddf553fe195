import { once } from 'node:events'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { openLivePage } from '../../../test/support/live-page.ts'
import { makeDevice, makeLandlord } from '../../../test/support/make.ts'

const server = testApp()

test('ends a live page when its access token expires and continues with a renewed one', async () => {
  const owner = await makeLandlord(server)
  const device = await makeDevice(server, owner)
  const follow = (expiresIn: string) => {
    const claims = { sub: owner.id, sid: owner.sessionId }
    const token = server.app.jwt.sign(claims, { expiresIn })
    return openLivePage(server.app, { ...owner, token }, { devices: device.id })
  }
  const { stream } = await follow('2s')
  stream.resume()
  await once(stream, 'end')
  const renewed = await follow('1d')
  const [first] = await once(renewed.stream, 'data')
  expect(String(first)).toContain(device.id)
  renewed.stream.destroy()
})
