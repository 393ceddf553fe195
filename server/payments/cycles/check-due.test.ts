import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { laundry } from '../../../test/support/laundry.ts'
import { passTime } from '../../../test/support/machine.ts'
import { makeCode, makeDevice, makeLandlord } from '../../../test/support/make.ts'
import { checkDueCycles } from './check-due.ts'

const server = testApp()
const { payAt, makeRoom, expectState } = laundry(server)
/** More than one statement selects. */
const many = 110

async function dueFor(minutes: number) {
  const landlord = await makeLandlord(server)
  const device = await makeDevice(server, landlord)
  const { code } = await makeCode(server, landlord, { balance: 5000 })
  await Promise.all(Array.from({ length: many }, () => payAt(landlord, device, code)))
  await server.asOwner(`
    update cycles set next_check_at = now() - interval '${minutes} minutes' where device_id = '${device.id}'`)
  const isDue = server.database.selectFrom('cycles').select('id').where('device_id', '=', device.id)
  return { device, due: () => isDue.where('next_check_at', '<=', new Date()).execute() }
}

test('checks any number of due cycles in one round, even if those waiting longest fail', async () => {
  const failing = await dueFor(2)
  const others = await dueFor(1)
  await server.asOwner(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'It fails.'; end $$;
    create trigger fail before update on cycles for each row
      when (old.device_id = '${failing.device.id}') execute function fail()`)
  expect(await checkDueCycles(server.parts)).toHaveLength(many)
  expect(await failing.due()).toHaveLength(many)
  expect(await others.due()).toEqual([])
})

test('ends and checks all other cycles if one cannot be ended by the clock', async () => {
  const landlord = await makeLandlord(server)
  const { code } = await makeCode(server, landlord)
  const end = async () => {
    const id = await payAt(landlord, await makeDevice(server, landlord), code)
    await passTime(server, id, 31 * 60)
    return id
  }
  const [failing, other] = [await end(), await end()]
  const { pay, machine } = await makeRoom()
  const silent = await pay()
  machine.state = { running: false }
  await passTime(server, silent, 11)
  await server.asOwner(`
    create function fail_alone() returns trigger language plpgsql as $$ begin raise 'It fails.'; end $$;
    create trigger fail_alone before update on cycles for each row
      when (old.id = '${failing}') execute function fail_alone()`)
  await checkDueCycles(server.parts)
  await expectState(other, 'finished', 'time_over')
  await expectState(silent, 'not_started', 'did_not_run')
})
