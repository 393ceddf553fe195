import type { Device } from '@coinless/contract/devices.ts'
import { payments } from '@coinless/contract/payments.ts'
import { expect } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { checkDueCycles } from '../../server/payments/cycles/check-due.ts'
import type { TestApp } from './app.ts'
import { makeMachine, passTime } from './machine.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, type TestUser, termsOf } from './make.ts'

/** Helpers for tests of paid machines. */
export function laundry(server: TestApp) {
  async function makeRoom(wiring: Parameters<typeof makeMachine>[3] = {}) {
    const landlord = await makeLandlord(server)
    const tenant = await makeUser(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const machine = await makeMachine(server, landlord, device, wiring)
    /** Waits for the start, even if another server sent it. */
    const pay = async () => {
      const told = machine.starts.length
      const id = await payAt(tenant, device, code.code)
      await expect.poll(() => machine.starts.length).toBe(told + 1)
      return id
    }
    return { landlord, tenant, device, code, machine, pay }
  }

  async function payAt(as: TestUser, device: Device, prepaid_code: string): Promise<string> {
    const body = { ...termsOf(device), prepaid_code }
    const { transaction } = await server.call(payments.prepaid, { as, body })
    return transaction.id
  }

  async function refusedAt(as: TestUser, device: Device, prepaid_code: string): Promise<string> {
    const body = { ...termsOf(device), prepaid_code }
    return (await server.refused(payments.prepaid, { as, body })).body.code
  }

  function cycleOf(id: string) {
    return server.database
      .selectFrom('cycles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async function expectState(id: string, state: string, reason: string | null = null) {
    await expect
      .poll(async () => {
        const cycle = await cycleOf(id)
        return [cycle.state, cycle.reason]
      })
      .toEqual([state, reason])
  }

  /** Waits until the machine has reported that it runs, so that no answer is under way. */
  async function expectHeard(id: string) {
    const heardAt = async () => (await cycleOf(id)).last_running_at?.getTime()
    await expect.poll(heardAt).toBeGreaterThan(Date.now() - 30_000)
  }

  /** @param afterwards runs after the time has passed, before the check */
  async function later(id: string, seconds: number, afterwards?: () => void) {
    await passTime(server, id, seconds)
    afterwards?.()
    // A check skips a cycle that an answer has locked.
    do expect(await checkDueCycles(server.parts)).toEqual([])
    while (await isDue(id))
  }

  async function isDue(id: string): Promise<boolean> {
    const { next_check_at } = await cycleOf(id)
    return next_check_at !== null && next_check_at.getTime() <= Date.now()
  }

  async function expectAddsUp() {
    expect(await findInconsistencies(server.database)).toEqual([])
  }

  return { makeRoom, payAt, refusedAt, cycleOf, expectState, expectHeard, later, expectAddsUp }
}
