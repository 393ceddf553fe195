import { type RawBuilder, sql } from 'kysely'

/**
 * SQL on a `code` and its `issuer`, as in codeAcceptedAtDevice: account of the operator whose machines accept the code;
 * null: all machines do. A landlord counts only with a verified address, because the issuer typed it.
 */
export const operatorOfCode = sql<string | null>`case
  when not (code.issued_as_admin and is_admin(issuer)) then issuer.id
  when code.landlord_email is not null then coalesce(
    (select id from users where email = code.landlord_email and email_verified), issuer.id)
end`

/** SQL for an account: its name and, if all its machines are at one place, that place, on one line. */
export function operatorAndPlace(accountId: RawBuilder<unknown>) {
  return sql<string | null>`(
    select nullif(concat_ws(' · ', nullif(account.full_name, ''), (
      select min(location) from (
        select location from devices
        where owner_id = account.id and status = 'active' and deleted_at is null
        union
        select location from devices
        where landlord_email = account.email and landlord_accepted
          and status = 'active' and deleted_at is null
      ) as places
      having count(*) = 1
    )), '')
    from users as account
    where account.id = ${accountId} and account.email_verified
  )`
}
