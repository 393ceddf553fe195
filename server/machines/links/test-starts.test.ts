import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLinked } from '../../../test/support/links.ts'
import { makeLandlord } from '../../../test/support/make.ts'
import type { ServerMessage } from '../../platform/messaging/controller-connections.ts'

const server = testApp()

test('makes one test start for concurrent calls that saw the same last start', async () => {
  const owner = await makeLandlord(server)
  const { device, controller } = await makeLinked(server, owner)
  const told: ServerMessage[] = []
  const { connections } = server.parts
  connections.connect(controller.id, { send: (message) => void told.push(message), end: () => {} })
  const send = (seen: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/devices/${device.id}/link/tests?seen_start_id=${seen}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
  const answers = await Promise.all([send('none'), send('none'), send('none')])
  expect(answers.map((each) => each.statusCode).sort()).toEqual([201, 409, 409])
  const later = await send('none')
  expect(later.json().code).toBe('started_meanwhile')
  const made = answers.find((each) => each.statusCode === 201)?.json().id
  expect((await send(made)).statusCode).toBe(201)
  await expect.poll(() => told).toHaveLength(2)
})
