import { test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { shellyRoom } from '../../../test/support/shelly-room.ts'

const server = testApp()
const { expectState, expectHeard, later, expectAddsUp } = laundry(server)
const { makeShelly } = shellyRoom(server)

test('does not mistake an earlier start for the current one after the clock was set back', async () => {
  const { connect, shelly, pay, seconds } = await makeShelly()
  await connect()
  const before = await pay()
  await expectState(before, 'running')
  shelly.pass(seconds + 6)
  await later(before, seconds + 6)
  await expectState(before, 'finished', 'time_over')
  await passTime(server, before, -3600)
  const cycle = await pay()
  await expectState(cycle, 'running')
  shelly.pass(120)
  await later(cycle, 120)
  await expectHeard(cycle)
  await expectState(cycle, 'running')
  await expectAddsUp()
})
