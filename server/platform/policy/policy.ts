import { type Caller, isAdmin, placesOf } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { controllerAtPlaces, ofDeviceAtPlaces, ownedDevice, type Payee } from './own-devices.ts'

/**
 * Who sees what, as SQL conditions: every query of a thing, its lists, counts, searches and sums
 * go through one of these, so that a foreign row is simply not there. Who may call at all is said
 * by each endpoint of the contract, who may change what they see by contract/permissions.ts.
 *
 * An address gives rights only once its owner has shown that it is theirs.
 *
 * Whoever works for an owner at some places sees what is, or happened, at a device that is there now, and of all else
 * nothing: what belongs to no place is not there for them (docs/decisions/0180).
 */

const none = sql<SqlBool>`false`

/** On `devices`: those that the caller may change (contract/permissions.ts). */
export function changeableDevice(caller: Caller) {
  const isThere = sql<SqlBool>`devices.deleted_at is null`
  return isAdmin(caller) ? isThere : sql<SqlBool>`${isThere} and ${ownedDevice(caller)}`
}

/**
 * On `devices`: the owner, the landlord that it names and admins see one; when it is active, so does
 * everybody, provided that it stands in the name of its owner, a landlord account or an admin, or that
 * the landlord has accepted it.
 */
export function visibleDevice(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`devices.deleted_at is null`
  if (placesOf(caller)) return sql<SqlBool>`devices.deleted_at is null and ${ownedDevice(caller)}`
  return sql<SqlBool>`devices.deleted_at is null and (
    devices.owner_id = ${caller.id} or devices.is_open
    or (devices.landlord_email = ${caller.email} and ${caller.email_verified})
  )`
}

/** On `devices`: those that name a caller who has not answered yet. */
export function deviceToAccept(caller: Caller) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`devices.landlord_email = ${caller.email} and ${caller.email_verified}
    and not devices.landlord_accepted and devices.deleted_at is null`
}

/**
 * What the list of a caller is made of: rows that one index delivers newest first, and whose number
 * is kept in `row_counts`. The streams of a list have no row in common. Of staff at some places there are none: what
 * is kept is of all places.
 */
export interface Stream {
  audience: string
  where: RawBuilder<SqlBool>
}

/** What one account keeps, as `row_counts` names it. */
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

/** The same of those that are a caller's own, whatever their status. */
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

/** Whoever reads the text of a code can spend it, so that staff see none that others gave to the owner. */
function isHolder({ email_verified, acting }: Caller): boolean {
  return email_verified && !acting
}

function ifHolder(caller: Caller, stream: Stream): Stream[] {
  return isHolder(caller) ? [stream] : []
}

/** On `devices`: whoever runs one sees what is reported of it, also once it is deleted; so do admins. */
export function reportedDevice(caller: Caller) {
  return isAdmin(caller) ? sql<SqlBool>`true` : ownedDevice(caller)
}

/** On `prepaid_codes`: what the lists of a caller hold, admins' own lists included. */
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

/** Everybody's codes, or those of one issuer. */
export function allCodeStreams(issuerId: string | undefined): Stream[] {
  if (issuerId !== undefined) return [codesOfIssuer(issuerId)]
  return [{ audience: 'codes', where: sql`deleted_at is null` }]
}

function codesOfIssuer(issuerId: string): Stream {
  const where = sql<SqlBool>`deleted_at is null and user_id = ${issuerId}`
  return { audience: audienceOf.codes(issuerId), where }
}

/** On `code_batches`: the issuer and admins see one, and may change it. */
export function visibleBatch(caller: Caller) {
  if (placesOf(caller)) return none
  return isAdmin(caller) ? sql<SqlBool>`true` : sql<SqlBool>`code_batches.user_id = ${caller.id}`
}

/** On `prepaid_codes`: the issuer, the holder and admins see one. */
export function visibleCode(caller: Caller) {
  return isAdmin(caller) ? sql<SqlBool>`prepaid_codes.deleted_at is null` : issuedOrHeldCode(caller)
}

/**
 * On `prepaid_codes`: what a caller holds, or issued and paid with. Whoever only typed a code in
 * knows its text but may not see the code itself: it may have another text by now.
 */
export function codePaidWith(caller: Caller) {
  if (placesOf(caller)) return none
  const { id, email, email_verified } = caller
  const holds = isHolder(caller)
  // One part for each index: in one condition with `or` they would read all codes there are.
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

export function heldCode(caller: Caller) {
  return sql<SqlBool>`(
    prepaid_codes.customer_email = ${caller.email} and ${isHolder(caller)}
  )`
}

/**
 * On `prepaid_codes`: what a caller may pay with though they do not type it. What they have kept counts as
 * long as it has the text and the holder of that time (decision 98).
 */
export function codeToChoose(caller: Caller) {
  return sql<SqlBool>`prepaid_codes.deleted_at is null and (${heldCode(caller)} or ${keptCode(caller)})`
}

export function keptCode(caller: Caller) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`exists (
    select from kept_codes
    where kept_codes.user_id = ${caller.id} and prepaid_code_id = prepaid_codes.id
      and code_as_kept = ${codeAsItIs}
  )`
}

/** On `prepaid_codes`: its text and whom it is for, as one value that tells neither. */
export const codeAsItIs = sql<Buffer>`sha256(convert_to(
  prepaid_codes.lookup_key || ' ' || coalesce(prepaid_codes.customer_email, ''), 'UTF8'))`

/**
 * On a `code` and a `device`: a code pays at devices that its issuer owns, and at those that its issuer
 * has accepted as their landlord, if the address was verified when the code was issued. One that an admin
 * issued with the power of one pays everywhere, or only at devices of its landlord_email when that is set
 * and somebody has shown that address to be theirs. So nobody can mint money for another's machines.
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

/** On `transactions`: the payer and those whom it was paid to see one, for ever; so do admins. */
export function visibleTransaction(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return takenByOwnDevice(caller)
  return sql<SqlBool>`(
    transactions.payer_id = ${caller.id} or ${takenByOwnDevice(caller)}
  )`
}

/** On `transactions`: its landlord_email is whom it was paid to, if that is neither owner nor payer. */
function takenByOwnDevice(caller: Caller) {
  return atPlaces(
    caller,
    sql<SqlBool>`(
    transactions.owner_id = ${caller.id}
    or (transactions.landlord_email = ${caller.email} and ${caller.email_verified})
  )`,
  )
}

/** On `transactions`: wherever its device is by now, that is where its history is. */
function atPlaces(caller: Payee, part: RawBuilder<SqlBool>) {
  if (!placesOf(caller)) return part
  return sql<SqlBool>`(${part} and ${ofDeviceAtPlaces(caller, sql`transactions.device_id`)})`
}

/** On `card_payments`: whoever paid sees one that is held, and nobody yet whom it is to be paid to. */
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

/** On `transactions`: those whom it was paid to may give it back. */
export function refundableTransaction(caller: Caller) {
  return isAdmin(caller) ? sql<boolean>`true` : paidTo(caller)
}

/** On `transactions`: what was paid to an account, as it was at that time. */
export function paidTo(payee: Payee) {
  return sql<boolean>`(${sql.join(paidToParts(payee), sql` or `)})`
}

/** The same in parts that have no row in common, and of each one index has those of some days. */
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

/** On `refunds`: parts that together have, by an index each, what was given back of payments that are `paidTo`. */
export function givenBackParts({ id, email_verified }: Payee) {
  const asOwner = sql<SqlBool>`refunds.owner_id = ${id}`
  return email_verified ? [asOwner, sql<SqlBool>`refunds.payee_id = ${id}`] : [asOwner]
}

/**
 * On `losses`: a loss is told to those whom its payment was to be paid to, as it was then, and to admins. The
 * parts have no row in common; of each one index has the newest.
 */
export function lossParts(caller: Caller) {
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
 * On `transactions`, `card_payments` and `devices`: what is reported with a payment is told to those whom that was to
 * be paid to, and to admins. A card that was only held has no transaction.
 */
export function visibleReportedPayment(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  return sql<SqlBool>`case
    when transactions.id is not null then ${paidTo(caller)}
    else devices.owner_id = ${caller.id}
      or (${caller.email_verified} and card_payments.paid_to = ${caller.email})
  end`
}

/** On `top_ups`: whoever paid and the issuer of the code see one, and admins. */
export function visibleTopUp(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return none
  return sql<SqlBool>`(top_ups.payer_id = ${caller.id} or top_ups.issuer_id = ${caller.id})`
}

/** On `top_ups`: the issuer of the code and admins may give it back. */
export function refundableTopUp(caller: Caller) {
  if (placesOf(caller)) return none
  return isAdmin(caller) ? sql<boolean>`true` : sql<boolean>`(top_ups.issuer_id = ${caller.id})`
}

/** On `resources`: the owner and admins see one, and may change what they see. */
export function visibleResource(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`true`
  if (placesOf(caller)) return none
  return sql<SqlBool>`resources.owner_id = ${caller.id}`
}

/** On `controllers`: the owner and admins see one, and may change what they see. */
export function visibleController(caller: Caller) {
  if (isAdmin(caller)) return sql<SqlBool>`controllers.deleted_at is null`
  return sql<SqlBool>`controllers.deleted_at is null and controllers.owner_id = ${caller.id}
    and ${controllerAtPlaces(caller)}`
}

/** On `webhooks`: whoever added one, and nobody else: it tells of what is theirs. */
export function ownWebhook(caller: Pick<Caller, 'id' | 'acting'>) {
  if (placesOf(caller)) return none
  return sql<SqlBool>`webhooks.user_id = ${caller.id}`
}
