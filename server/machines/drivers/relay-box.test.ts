import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { shellyRoom } from '../../../test/support/shelly-room.ts'

const server = testApp()
const { cycleOf, expectState, expectHeard, later } = laundry(server)
const { makeShelly } = shellyRoom(server)

/** Sets the database’s clock while a server runs. */
function setClock(seconds: number) {
  const { clock } = server.parts
  const now = clock.now.bind(clock)
  const set = vi.spyOn(clock, 'now').mockImplementation(() => now() + seconds * 1000)
  onTestFinished(() => set.mockRestore())
}

test.each([60, -60])(
  'charges a full run in full when the clock is set by %i seconds, with no power cut',
  async (by) => {
    const { connect, shelly, pay, seconds } = await makeShelly()
    await connect()
    const cycle = await pay()
    await expectState(cycle, 'running')
    shelly.pass(seconds - 60)
    await later(cycle, seconds - 60)
    await expectHeard(cycle)
    setClock(by)
    shelly.pass(66)
    await later(cycle, 66)
    await expectState(cycle, 'finished', 'time_over')
    expect((await cycleOf(cycle)).given_back).toBe('0.00')
  },
)
