import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { codeOfMany } from '../test/servers/many-rows.ts'
import { execute, query } from '../test/servers/postgres.ts'
import type { World } from './database.ts'
import { payers, preparePayments } from './payments.ts'
import { startServer, tokenOf } from './server.ts'
import { median, rounded } from './statistics.ts'

const machines = 1000
const paymentsARound = 2000

export interface RoomRulesFigure {
  /** Median of a payment in a room without rules, in milliseconds. */
  withoutMs: number
  withMs: number
  /** Median of the ratios of the rounds. */
  ratio: number
}

/**
 * What a payment costs more in a room with a queue, holds and bookings. Payments over one connection alternate between
 * such rooms and others, so that both meet the same machine; each round swaps the rooms.
 */
export async function benchRoomRules(world: World, rounds: number): Promise<RoomRulesFigure[]> {
  await preparePayments(world)
  await makeBookings(world)
  const server = await startServer(world)
  try {
    const pay = await payer(world, server.address)
    const samples: { without: number; with: number }[] = []
    for (let round = -1; round < rounds; round++) {
      const ruled = Math.abs(round % 2)
      await setRules(world, ruled)
      const times: [number[], number[]] = [[], []]
      for (let n = 0; n < paymentsARound; n++) {
        const half = n % 2 === 0 ? 0 : 1
        times[half].push(await pay(2 * Math.floor((Math.random() * machines) / 2) + half))
      }
      const [first, second] = times.map(median) as [number, number]
      const [withMs, without] = ruled === 0 ? [first, second] : [second, first]
      if (round >= 0) samples.push({ without, with: withMs })
    }
    return [
      {
        withoutMs: rounded(median(samples.map(({ without }) => without))),
        withMs: rounded(median(samples.map((each) => each.with))),
        ratio: rounded(median(samples.map((each) => each.with / each.without))),
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Every twentieth row has an enabled code and an active device. */
const rowOf = (machine: number) => 20 * machine + 1

/** @returns pays at a machine, and tells how many milliseconds it took */
async function payer(world: World, address: string) {
  const token = await tokenOf(world, payers[0] ?? '')
  const devices = await query(
    world.ownerUrl,
    `select devices.id from generate_series(0, ${machines - 1}) as n
      join devices on device_number = 'M-' || (20 * n + 1) order by n`,
  )
  const { price: amount, duration_minutes: duration } = deviceDefaults
  return async (machine: number) => {
    const began = performance.now()
    const answer = await fetch(`${address}/api/payments/prepaid`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        ...{ device_id: devices[machine]?.id, amount, duration, pay_again: true },
        prepaid_code: codeOfMany(rowOf(machine)),
      }),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${answer.status}: ${text}`)
    return performance.now() - began
  }
}

/** All machines are booked from tomorrow on. Without rules of their rooms, payments look for no booking. */
async function makeBookings({ ownerUrl }: World): Promise<void> {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    insert into machine_groups (room_id, name, device_ids, dryer_minutes, slots)
      select room_id, 'All', array_agg(id), 0, '[]' from devices where room_id is not null group by room_id;
    insert into bookings (group_id, user_id, starts_at, ends_at, release_at, language)
      select machine_groups.id, users.id, starts_at, starts_at + interval '2 hours', starts_at, 'en'
      from machine_groups
        cross join generate_series(now() + interval '1 day', now() + interval '7 days', '1 day') as starts_at
        cross join (select id from users limit 1) as users;
    insert into booked_machines (booking_id, device_id, period)
      select bookings.id, device_id, tstzrange(starts_at, ends_at)
      from bookings join machine_groups on machine_groups.id = group_id cross join unnest(device_ids) as device_id;
    analyze machine_groups, bookings, booked_machines`,
  )
}

/** The rooms of each second machine get queues, holds and bookings; the others have none. */
async function setRules({ ownerUrl }: World, half: number): Promise<void> {
  await execute(
    ownerUrl,
    `update rooms set queue_types = '{}', hold_types = '{}', booking_rules = null;
    update rooms set queue_types = '{washer,dryer}', hold_types = '{washer,dryer}',
      booking_rules = '{ "overrun_allowed": false, "last_start_minutes": 0 }'
    where id in (
      select room_id from devices join generate_series(${half}, ${machines - 1}, 2) as n
        on device_number = 'M-' || (20 * n + 1)
    )`,
  )
}
