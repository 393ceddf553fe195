import { type RawBuilder, sql } from 'kysely'
import { isOfLivingSession } from '../push/subscriptions.ts'
import { mailedAtFirst } from './choices.ts'

const byDefault = sql.join(mailedAtFirst.map((each) => sql.lit(each)))

/**
 * Whether an account wants a kind of notification by mail and by push, now. To be joined.
 * @param kind on `told` (users) and `choices`, which may be missing
 * @param mailed without choices: whether it is mailed
 */
export function waysOf(
  kind: RawBuilder<unknown>,
  mailed: RawBuilder<unknown> = sql`${kind} in (${byDefault})`,
): RawBuilder<unknown> {
  return sql`lateral (select
    told.email_verified and coalesce(${kind} = any (choices.mail), ${mailed}) as by_mail,
    coalesce(${kind} = any (choices.push), true) and exists (
      select from push_subscriptions where user_id = told.id and ${isOfLivingSession}
    ) as by_push
  ) as ways`
}

/** The columns of `Told`, on `told`, `choices` and `ways`. */
export const toldColumns = sql`told.id as user_id, told.email, by_mail, by_push,
  choices.quiet_from, choices.quiet_until, choices.time_zone, now() as now`
