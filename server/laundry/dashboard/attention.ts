import type { Attention } from '@coinless/contract/attention.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { type CallerRights, hasRight } from '@coinless/contract/rights.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import { linkedTroubles } from '../../notifications/alerts/enqueue.ts'
import type { Database } from '../../platform/database/connection.ts'
import { ownedDevice } from '../../platform/policy/own-devices.ts'
import { lossAudiences, visibleDevice } from '../../platform/policy/policy.ts'

type Alert = Answer<Attention>['alerts'][number]
type CutShort = Answer<Attention>['cut_short'][number]
type Case = Answer<Attention>['cases'][number]
type Loss = Answer<Attention>['losses'][number]

/** Faults of the caller's devices, and recent unpaid cycles for callers with the right to see money. */
export async function attentionOf(
  database: Database,
  caller: Caller & CallerRights,
): Promise<Answer<Attention>> {
  const seesMoney = hasRight(caller, 'read_money')
  // Counted over all places, so not for staff of some places.
  const seesCuts = seesMoney && !placesOf(caller)
  const [alerts, cuts, cases, losses] = await Promise.all([
    openAlerts(database, caller),
    seesCuts ? cutShort(database, caller) : { cut_short: [], cut_short_count: 0 },
    openCases(database, caller),
    seesMoney ? lateLosses(database, caller) : { losses: [], loss_count: 0, lost: 0 },
  ])
  return { ...alerts, ...cuts, ...cases, ...losses }
}

/** Alerts are ended once a minute, but hidden at once when the fault is over. */
async function openAlerts(database: Database, caller: Caller) {
  const { rows } = await sql<Alert & { count: number }>`
    select devices.id, label, device_number, location, kind, since, count(*) over () as count
    from alerts join devices on devices.id = device_id
    where ended_at is null and deleted_at is null and ${ownedDevice(caller)} and exists (
      select from ${linkedTroubles}
      where devices.id = alerts.device_id and trouble.kind = alerts.kind and trouble.since is not null
    )
    order by since desc, alerts.id
    limit ${limits.dashboardRows}`.execute(database)
  const alerts = rows.map(({ count, ...alert }) => alert)
  return { alerts, alert_count: rows[0]?.count ?? 0 }
}

/** Names the payer as the payment does, with what an owner may know. */
async function cutShort(database: Database, caller: Caller) {
  const { rows } = await sql<CutShort & { count: number }>`
    select transaction_id, customer_name, cycles, given_back, since, count(*) over () as count
    from cut_short_alerts join transactions on transactions.id = transaction_id
    where cut_short_alerts.owner_id = ${caller.id} and ended_at is null
    order by since desc, cut_short_alerts.id
    limit ${limits.dashboardRows}`.execute(database)
  const cut_short = rows.map(({ count, ...cut }) => cut)
  return { cut_short, cut_short_count: rows[0]?.count ?? 0 }
}

/** Admins see their own cases here, and all cases in the inbox. */
async function openCases(database: Database, caller: Caller) {
  const { rows } = await sql<Case & { count: number }>`
    select report_cases.id, kind, reported_at,
      jsonb_build_object('id', devices.id, 'label', label, 'device_number', device_number,
        'location', location) as device,
      (select count(*) from reports where case_id = report_cases.id) as report_count,
      count(*) over () as count
    from report_cases join devices on devices.id = device_id
    where done_at is null and ${ownedDevice(caller)}
    order by reported_at desc, report_cases.id
    limit ${limits.dashboardRows}`.execute(database)
  const cases = rows.map(({ count, ...each }) => each)
  return { cases, case_count: rows[0]?.count ?? 0 }
}

/** Selects, counts and sums by the rows' own columns, and joins only the rows shown. */
async function lateLosses(database: Database, caller: Caller) {
  const chosen = lossAudiences(caller).map(
    (part) => sql`select id, cycle_id, why, amount, created_at from losses
      where ${part} and created_at > now() - make_interval(days => ${limits.dashboardDays})`,
  )
  const { rows } = await sql<Loss & { count: number; lost: Loss['amount'] }>`
    with chosen as materialized (${sql.join(chosen, sql` union all `)}),
      shown as (select * from chosen order by created_at desc, id limit ${limits.dashboardRows})
    select shown.id, why, shown.amount, shown.created_at, transactions.id as transaction_id,
      case when ${visibleDevice(caller)} then devices.id end as device_id,
      coalesce(transactions.device_label, card_payments.device_label) as device_label,
      coalesce(transactions.device_number, card_payments.device_number) as device_number,
      (select count(*) from chosen) as count, (select sum(amount) from chosen) as lost
    from shown
      join cycles on cycles.id = shown.cycle_id
      join devices on devices.id = cycles.device_id
      left join transactions on transactions.id = cycles.transaction_id
      left join card_payments on card_payments.id = cycles.card_payment_id
    order by shown.created_at desc, shown.id`.execute(database)
  const losses = rows.map(({ count, lost, ...loss }) => loss)
  const { count: loss_count = 0, lost = '0.00' as Loss['amount'] } = rows[0] ?? {}
  return { losses, loss_count, lost }
}
