import { type Caller, isAdmin, placesOf } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type CallerColumns,
  controllerAtPlaces,
  ofDeviceAtPlaces,
  ownedDevice,
  type Payee,
} from './own-devices.ts'

/**
 * Who sees what, as SQL conditions. Every query, list, count, search and sum uses one of these, so that rows of others
 * do not exist for the caller. Endpoints of the contract say who may call; contract/permissions.ts says who may change
 * visible rows.
 *
 * An address gives rights only after it is verified.
 *
 * Staff limited to places see only what belongs to, or happened at, a device that is there now, and nothing that has no
 * place (docs/decisions/0100).
 */

const none = sql<SqlBool>`false`

/** On `devices`: the caller may change it (contract/permissions.ts). */
export function changeableDevice(caller: Caller) {
  const isThere = sql<SqlBool>`devices.deleted_at is null`
  return isAdmin(caller) ? isThere : sql<SqlBool>`${isThere} and ${ownedDevice(caller)}`
}

/**
 * On `devices`: visible to the owner, the landlord that it names and admins. An active device is visible to everyone if
 * its landlord has accepted it, or if its owner is its landlord and a landlord account or an admin.
 */
export function visibleDevice(caller: Caller | CallerColumns) {
  if ('isAdmin' in caller ? caller.isAdmin : isAdmin(caller))
    return sql<SqlBool>`devices.deleted_at is null`
  if (placesOf(caller)) return sql<SqlBool>`devices.deleted_at is null and ${ownedDevice(caller)}`
  return sql<SqlBool>`devices.deleted_at is null and (
    devices.owner_id = ${caller.id} or devices.is_open
    or (devices.landlord_email = ${caller.email} and ${caller.email_verified})
  )`
}

/**
 * On a visible device: run by the caller or by an account with a verified address. Anyone can make unverified accounts
 * with devices that look like those of others.
 */
export function verifiedDevice(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`(devices.landlord_accepted_at is not null or ${ownedDevice(caller)}
    or (select email_verified from users where users.id = devices.owner_id))`
}

/** On `devices`: names the caller as landlord, who has not answered yet. */
export function deviceToAccept(caller: Caller) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`devices.landlord_email = ${caller.email} and ${caller.email_verified}
    and not devices.landlord_accepted and devices.deleted_at is null`
}

/**
 * Part of a caller's list: rows that one index returns newest first, and that `row_counts` counts. The streams of a
 * list are disjoint. Staff limited to places have none, because counts cover all places.
 */
export interface Stream {
  audience: string
  where: RawBuilder<SqlBool>
}

/** Names in `row_counts` for rows of one account. */
export const audienceOf = {
  devices: (ownerId: string) => `own devices of ${ownerId}`,
  codes: (issuerId: string) => `codes by ${issuerId}`,
}

export function deviceStreams(caller: Caller): Stream[] {
  if (placesOf(caller)) return []
  const where = sql<SqlBool>`deleted_at is null`
  if (isAdmin(caller)) return [{ audience: 'devices', where }]
  const closed = sql`deleted_at is null and not is_open`
  return [
    { audience: 'open devices', where: sql`deleted_at is null and is_open` },
    { audience: `devices of ${caller.id}`, where: sql`${closed} and owner_id = ${caller.id}` },
    ...ifVerified(caller, {
      audience: `devices of ${caller.email}`,
      where: sql`${closed} and landlord_email = ${caller.email} and not landlord_is_owner`,
    }),
  ]
}

/** The same for the caller's own devices, of any status. */
export function ownDeviceStreams(caller: Caller): Stream[] {
  if (placesOf(caller)) return []
  const isThere = sql`deleted_at is null`
  return [
    { audience: audienceOf.devices(caller.id), where: sql`${isThere} and owner_id = ${caller.id}` },
    ...ifVerified(caller, {
      audience: `own devices of ${caller.email}`,
      where: sql`${isThere} and landlord_email = ${caller.email}
        and landlord_accepted and not landlord_is_owner`,
    }),
  ]
}

function ifVerified({ email_verified }: Caller, stream: Stream): Stream[] {
  return email_verified ? [stream] : []
}

/** Staff do not see codes that others gave to the owner, because anyone who reads a code can spend it. */
function isHolder({ email_verified, acting }: Caller): boolean {
  return email_verified && !acting
}

function ifHolder(caller: Caller, stream: Stream): Stream[] {
  return isHolder(caller) ? [stream] : []
}

/** On `devices`: its operator sees its reports, even after it is deleted; so do admins. */
export function reportedDevice(caller: Caller) {
  return isAdmin(caller) ? sql<SqlBool>`true` : ownedDevice(caller)
}

/** On `prepaid_codes`: codes in the caller's lists, including the own lists of admins. */
export function issuedOrHeldCode(caller: Caller) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`prepaid_codes.deleted_at is null and (
    prepaid_codes.user_id = ${caller.id} or ${heldCode(caller)}
  )`
}

export function issuedOrHeldCodeStreams(caller: Caller): Stream[] {
  if (placesOf(caller)) return []
  return [
    codesOfIssuer(caller.id),
    ...ifHolder(caller, {
      audience: `codes for ${caller.email}`,
      where: sql`deleted_at is null and customer_email = ${caller.email} and not holder_is_issuer`,
    }),
  ]
}

/** All codes, or those of one issuer. */
export function allCodeStreams(issuerId: string | undefined): Stream[] {
  if (issuerId !== undefined) return [codesOfIssuer(issuerId)]
  return [{ audience: 'codes', where: sql`deleted_at is null` }]
}

function codesOfIssuer(issuerId: string): Stream {
  const where = sql<SqlBool>`deleted_at is null and user_id = ${issuerId}`
  return { audience: audienceOf.codes(issuerId), where }
}

/** On `code_batches`: the issuer and admins can see and change it. */
export function visibleBatch(caller: Caller) {
  if (placesOf(caller)) return none
  return isAdmin(caller) ? sql<SqlBool>`true` : sql<SqlBool>`code_batches.user_id = ${caller.id}`
}

/** On `prepaid_codes`: visible to the issuer, the holder and admins. */
export function visibleCode(caller: Caller) {
  return isAdmin(caller) ? sql<SqlBool>`prepaid_codes.deleted_at is null` : issuedOrHeldCode(caller)
}

/**
 * On `prepaid_codes`: codes that the caller holds, or issued and paid with. A payer who only typed a code may not see
 * it, because it may have another text by now.
 */
export function codePaidWith(caller: Caller) {
  if (placesOf(caller)) return none
  const { id, email, email_verified } = caller
  const holds = isHolder(caller)
  // One part per index: a single condition with `or` would read all codes.
  return sql<SqlBool>`prepaid_codes.deleted_at is null and prepaid_codes.id in (
    select id from prepaid_codes
    where deleted_at is null and not holder_is_issuer and customer_email = ${email} and ${holds}
    union all
    select id from prepaid_codes
    where deleted_at is null and holder_is_issuer and user_id = ${id} and ${email_verified}
    union all
    select code.id from transactions join prepaid_codes as code on code.id = prepaid_code_id
    where payer_id = ${id} and code.user_id = ${id}
  )`
}

export function heldCode({ email, email_verified, acting }: Payee) {
  return sql<SqlBool>`(
    prepaid_codes.customer_email = ${email} and ${acting ? false : email_verified}
  )`
}

/**
 * On `prepaid_codes`: codes that the caller can pay with without typing them. A saved code counts while its text and
 * holder are those of that time (decision 64).
 */
export function codeToChoose(caller: Payee) {
  return sql<SqlBool>`prepaid_codes.deleted_at is null and (${heldCode(caller)} or ${savedCode(caller)})`
}

export function savedCode(caller: Payee) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`exists (
    select from saved_codes
    where saved_codes.user_id = ${caller.id} and prepaid_code_id = prepaid_codes.id
      and code_version = ${codeVersion}
  )`
}

/** On `prepaid_codes`: hash of its text and holder, which reveals neither. */
export const codeVersion = sql<Buffer>`sha256(convert_to(
  prepaid_codes.lookup_key || ' ' || coalesce(prepaid_codes.customer_email, ''), 'UTF8'))`

/**
 * On a `code` and a `device`: a code pays at devices that its issuer owns, or has accepted as landlord if the issuer's
 * address was verified when the code was issued. A code issued with admin rights pays everywhere, or, if its
 * landlord_email is set, only at devices of that landlord with a verified address. So nobody can issue money for
 * another operator's machines.
 */
export const codeAcceptedAtDevice = sql<SqlBool>`exists (
  select from users as issuer
  where issuer.id = code.user_id and (
    issuer.id = device.owner_id
    or (coalesce(code.issuer_was_verified, code.created_at >= issuer.verified_at)
      and issuer.email = device.landlord_email
      and device.landlord_accepted)
    or (code.issued_as_admin and is_admin(issuer)
      and (code.landlord_email is null
        or (code.landlord_email = device.landlord_email and (device.landlord_accepted_at is not null
          or (device.landlord_is_owner
            and exists (select from users where id = device.owner_id and email_verified))))))
  )
)`

/** On `transactions`: visible to the payer, the payees and admins, permanently. */
export function visibleTransaction(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return takenByOwnDevice(caller)
  return sql<SqlBool>`(
    transactions.payer_id = ${caller.id} or ${takenByOwnDevice(caller)}
  )`
}

/** On `transactions`: landlord_email is the payee if that is neither owner nor payer. */
function takenByOwnDevice(caller: Caller) {
  return atPlaces(
    caller,
    sql<SqlBool>`(
    transactions.owner_id = ${caller.id}
    or (transactions.landlord_email = ${caller.email} and ${caller.email_verified})
  )`,
  )
}

/** On `transactions`: its history belongs to the current place of its device. */
function atPlaces(caller: Payee, part: RawBuilder<SqlBool>) {
  if (!placesOf(caller)) return part
  return sql<SqlBool>`(${part} and ${ofDeviceAtPlaces(caller, sql`transactions.device_id`)})`
}

/** On `card_payments`: a held payment is visible to the payer, but not yet to the payee. */
export function ownHeldCard(caller: Caller) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`card_payments.payer_id = ${caller.id}`
}

export function transactionStreams(caller: Caller): Stream[] {
  if (placesOf(caller)) return []
  if (isAdmin(caller)) return [{ audience: 'transactions', where: sql`true` }]
  return [
    { audience: `transactions by ${caller.id}`, where: sql`payer_id = ${caller.id}` },
    {
      audience: `transactions at ${caller.id}`,
      where: sql`owner_id = ${caller.id} and owner_id <> payer_id`,
    },
    ...ifVerified(caller, {
      audience: `transactions at ${caller.email}`,
      where: sql`landlord_email = ${caller.email}`,
    }),
  ]
}

/** On `transactions`: payees and admins can refund it. */
export function refundableTransaction(caller: Caller) {
  return isAdmin(caller) ? sql<boolean>`true` : paidTo(caller)
}

/** On `transactions`: paid to this account, which was the payee at that time. */
export function paidTo(payee: Payee) {
  return sql<boolean>`(${sql.join(paidToParts(payee), sql` or `)})`
}

/** The same in disjoint parts, each with an index that returns a range of days. */
export function paidToParts(payee: Payee) {
  return partsOfPayee(payee).map((part) => atPlaces(payee, part))
}

function partsOfPayee({ id, email, email_verified }: Payee) {
  const asOwner = [
    sql<SqlBool>`(transactions.owner_id = ${id} and transactions.owner_id <> transactions.payer_id)`,
    sql<SqlBool>`(transactions.payer_id = ${id} and transactions.owner_id = ${id})`,
  ]
  if (!email_verified) return asOwner
  return [
    ...asOwner,
    sql<SqlBool>`(transactions.landlord_email = ${email} and transactions.owner_id <> ${id}
      and transactions.payer_id <> ${id})`,
    sql<SqlBool>`(transactions.payer_id = ${id} and transactions.paid_to = ${email}
      and transactions.owner_id <> ${id})`,
  ]
}

/** On `refunds`: refunds of payments that are `paidTo`, in parts with one index each. */
export function refundedParts({ id, email_verified }: Payee) {
  const asOwner = sql<SqlBool>`refunds.owner_id = ${id}`
  return email_verified ? [asOwner, sql<SqlBool>`refunds.payee_id = ${id}`] : [asOwner]
}

/**
 * On `losses`: visible to those who were the payees of the payment at that time, and to admins. The parts are disjoint,
 * and one index returns each newest first.
 */
export function lossAudiences(caller: Caller) {
  if (isAdmin(caller)) return [sql<SqlBool>`true`]
  const owned = sql<SqlBool>`losses.owner_id = ${caller.id}`
  const asPayee = sql<SqlBool>`losses.payee_id = ${caller.id}`
  const parts = caller.email_verified ? [owned, asPayee] : [owned]
  if (!placesOf(caller)) return parts
  const isThere = sql`exists (
    select from cycles where cycles.id = losses.cycle_id
      and ${ofDeviceAtPlaces(caller, sql`cycles.device_id`)}
  )`
  return parts.map((part) => sql<SqlBool>`${part} and ${isThere}`)
}

/**
 * On `transactions`, `card_payments` and `devices`: the payment of a report is visible to its payees and admins. A card
 * that was only held has no transaction.
 */
export function visibleReportedPayment(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`case
    when transactions.id is not null then ${paidTo(caller)}
    else devices.owner_id = ${caller.id}
      or (${caller.email_verified} and card_payments.paid_to = ${caller.email})
  end`
}

/** On `top_ups`: visible to the payer, the issuer of the code and admins. */
export function visibleTopUp(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return none
  return sql<SqlBool>`(top_ups.payer_id = ${caller.id} or top_ups.issuer_id = ${caller.id})`
}

/** On `top_ups`: the issuer of the code and admins can refund it. */
export function refundableTopUp(caller: Caller) {
  if (placesOf(caller)) return none
  return isAdmin(caller) ? sql<boolean>`true` : sql<boolean>`(top_ups.issuer_id = ${caller.id})`
}

/** On `resources`: the owner and admins can see and change it. */
export function visibleResource(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return none
  return sql<SqlBool>`resources.owner_id = ${caller.id}`
}

/** On `controllers`: the owner and admins can see and change it. */
export function visibleController(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`controllers.deleted_at is null`
  return sql<SqlBool>`controllers.deleted_at is null and controllers.owner_id = ${caller.id}
    and ${controllerAtPlaces(caller)}`
}

/** On `webhooks`: visible only to the account that added it, because it sends that account's data. */
export function ownWebhook(caller: Pick<Caller, 'id' | 'acting'>) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`webhooks.user_id = ${caller.id}`
}
