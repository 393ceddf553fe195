import { limits } from '../../limits.ts'
import { type Cents, formatDollars, withGroups } from '../../money.ts'
import type { Right } from '../../rights.ts'
import { rightNames } from '../right-names.ts'

/** The sentence of each refusal of contract/refusals.ts that a screen shows. */
export const refusals = {
  mail_not_sent: ({ reason }: { reason: string }) =>
    `The mail server did not take the mail: ${reason}.`,
  second_factor_required:
    'Admins need a second factor here. Add one in your profile, or sign in with it.',
  user_not_found: 'This user does not exist.',
  session_not_found: 'This session has ended already.',
  passkey_not_found: 'This passkey does not exist.',
  left_behind_not_found: 'This was kept or removed already.',
  verification_needed: `Verify your email address first: without it an account has at most ${withGroups(limits.madeUnverified)} devices, as many codes, and ${limits.othersMadeUnverified} batches, controllers and resources each.`,
  too_many_unverified:
    'Accounts without a verified address have added too much from your network today. Verify your email address, or try again tomorrow.',
  too_many_mails_of_network:
    'Too many codes were mailed from your network today. Try again tomorrow, or from another network, such as that of your phone.',
  too_many_devices: `An account has at most ${withGroups(limits.devices)} devices. Delete some first.`,
  too_many_codes: `An account has at most ${withGroups(limits.codes)} prepaid codes. Nothing was issued. Delete some first.`,
  too_many_batches: `An account has at most ${withGroups(limits.codeBatches)} batches. Issue single codes instead.`,
  mail_needs_verified:
    'The issuer has to verify their email address first: mails to customers say whom they come from.',
  too_many_code_mails: `Your customers get at most ${withGroups(limits.codeMailsADay)} mails a day. Nothing was done. Try again tomorrow, or without mails.`,
  not_a_guest: 'This is a full account already.',
  guests_off: 'Guests are not accepted here. Please sign in or create an account.',
  no_role_for_guests: 'A guest gets no role. They have to create an account first.',
  too_many_guests:
    'Too many guests have begun in your network today. Please create an account, or try again tomorrow.',
  email_taken: 'An account with this email already exists.',
  last_admin: 'This is the last admin. Make somebody else an admin first.',
  last_admin_closes:
    'You are the last admin. Make somebody else an admin before you close your account.',
  card_money_pending:
    'A card payment of yours, or a refund to your card, is still on its way. Try again when it has arrived.',
  second_factor_exists: 'You have an authenticator already. Turn it off first.',
  too_many_roles: 'This user has as many roles as there can be. Take one away first.',
  too_many_passkeys: 'You have as many passkeys as there can be. Remove one first.',
  wrong_credentials: 'Email or password is wrong.',
  second_factor_needed: 'Enter the code from your authenticator app.',
  factor_needed:
    'Confirm this with your passkey, a code from your authenticator app or a recovery code.',
  wrong_second_factor:
    'This code is wrong or was used already. Wait for the next one, or use a recovery code.',
  passkey_not_accepted: 'This passkey was not accepted. Try again, or use your password.',
  common_password: 'This is one of the most common passwords. Choose another one.',
  push_not_possible: 'Notifications cannot be sent to this browser.',
  too_many_waits: `You wait for ${limits.roomWaits} machines already. Take one back first.`,
  wrong_email_code: 'This code is wrong or has run out. Check it, or ask for a new one.',
  wrong_password: 'The current password is wrong.',
  too_busy: ({ seconds }: { seconds: number }) =>
    `The server is very busy right now. Please try again in ${seconds} seconds.`,
  controller_not_found: 'This controller does not exist.',
  link_not_found: 'Nothing switches this device. Link it to a controller first.',
  test_not_found: 'This test start does not exist.',
  too_many_simulated: `An account has at most ${limits.simulatedControllers} simulated controllers. Delete one first, or connect boxes of your own.`,
  too_many_controllers: `An account has at most ${limits.controllers} controllers. Delete one first.`,
  no_broker:
    'This server has no MQTT broker, so it cannot reach such a controller. Whoever runs the server can set MQTT_URL.',
  link_exists: 'This device is linked already. Take that link away first.',
  channel_taken: 'Another device hangs on this channel. Choose another one.',
  cycle_open: 'A cycle is running. Try again when it has ended.',
  driver_cannot:
    'Controllers of this kind switch relays only, and know of power but of no busy input.',
  too_long_for_controller: ({ minutes }: { minutes: number }) =>
    `This device’s controller switches on for at most ${minutes} minutes. Choose a shorter duration for every programme, or another controller.`,
  price_not_in_coins: ({ below, above }: { below: Cents | null; above: Cents | null }) =>
    `Coins of this type cannot make this price. The nearest they can make: ${[below, above]
      .filter((price) => price !== null)
      .map(formatDollars)
      .join(' or ')}.`,
  api_key_refused: 'This API key does not exist, has ended or has expired.',
  api_key_not_found: 'This API key does not exist, or is over.',
  too_many_api_keys: `An account has at most ${limits.apiKeys} active API keys. End one first.`,
  staff_changed: 'What you may do in this account has just been changed. Nothing more was done.',
  all_places_only:
    'You work for this account at some places alone. This is for those who work at all of them.',
  other_place:
    'You work for this account at some places alone. Choose one of them as the location.',
  not_staff: 'You do not work for this account, or no longer do.',
  staff_not_found: 'This person does not work for you, or no longer does.',
  invitation_not_found:
    'This invitation does not exist, has expired or is for another address. Sign in with the address that it was sent to, and verify that address.',
  staff_exists: 'This person works for you already, or is invited. Change their role in the list.',
  staff_is_yourself: 'This is your own address.',
  too_many_staff: `At most ${limits.staff} people work for an account, with those who are invited. Remove one first.`,
  too_many_invitations_to_address: `You have sent this address ${limits.invitationsToAddress} invitations within a day. Try again tomorrow.`,
  too_many_invitations: `An account sends at most ${limits.invitationsADay} invitations a day. Try again tomorrow.`,
  owner_chooses_landlord: 'Only the owner of the account may name another landlord.',
  right_missing: ({ right }: { right: Right | 'account' }) =>
    `This takes the right “${rightNames.en[right]}”, which is missing here.`,
  webhook_not_found: 'This webhook does not exist.',
  delivery_not_found: 'This delivery does not exist.',
  too_many_webhooks: `An account has at most ${limits.webhooks} webhooks. Delete one first.`,
  webhook_address_refused:
    'Webhooks go to https addresses of the public internet, at port 443 or 8443, without a user and password.',
  webhook_disabled: 'This webhook is disabled. Enable it first.',
  terms_changed: ({ price, minutes }: { price: Cents; minutes: number }) =>
    `This device now costs ${formatDollars(price)} for ${minutes} minutes. Please check and pay again.`,
  device_not_active: 'This device is not taking payments right now.',
  device_in_use:
    'This machine is in use. Nothing was charged. Wait until it is done, or choose another one.',
  device_silent:
    'This machine does not answer. Nothing was charged. Choose another one, or try again later.',
  device_fault: 'This machine reports a fault. Nothing was charged. Choose another one.',
  device_out_of_order: 'This machine is out of order. Nothing was charged. Choose another one.',
  device_changed:
    'The connection of this machine has just been changed. Nothing was charged. Pay again if you still want it.',
  cycle_starting:
    'The machine is starting. In less than a minute it is known whether it runs: try again then.',
  cycle_ended: 'It has ended already.',
  cannot_be_stopped: 'This machine cannot be stopped from here: it runs to its end.',
  no_new_start: 'No new start is offered for this payment.',
  code_not_accepted: 'This code is not valid at this device. Check the code and try again.',
  code_disabled: 'This code is disabled. Ask whoever gave it to you.',
  code_balance_too_low: ({ balance, price }: { balance: Cents; price: Cents }) =>
    `This code has ${formatDollars(balance)} left; this device costs ${formatDollars(price)}.`,
  card_declined: 'The card was declined. Nothing was charged.',
  code_expired: 'This code has expired. Ask whoever gave it to you.',
  code_deleted: 'The code that paid was deleted, so nothing can be put back on it.',
  expiry_in_the_past: 'A code can only expire in the future. To stop it now, disable it.',
  balance_too_high: ({ max }: { max: Cents }) => `A code can hold at most ${formatDollars(max)}.`,
  batch_balance_too_high: ({ codes, max }: { codes: number | null; max: Cents }) =>
    `A code can hold at most ${formatDollars(max)}, and ${codes === null ? 'some' : withGroups(codes)} of these would have more. Nothing was done.`,
  balance_too_low: ({ balance }: { balance: Cents | null }) =>
    balance === null
      ? 'This code has less left than that.'
      : `This code has only ${formatDollars(balance)} left to take off.`,
  refund_too_much: 'That is more than is left of this payment to give back.',
  refund_elsewhere:
    'This payment was taken by another card processor or account, so it cannot be refunded here.',
  cards_off: 'Cards are not accepted here. Use a prepaid code.',
  top_ups_off: 'This code cannot be topped up by card. Ask whoever gave it to you.',
  top_up_needs_verification: 'Verify your email address first.',
  top_up_amounts_differ:
    'No amount can be above the largest at once, and that not above the largest balance.',
  top_up_too_large: ({ max }: { max: Cents }) =>
    `At most ${formatDollars(max)} can be put on this code at once.`,
  top_up_too_full: ({ room }: { room: Cents }) =>
    `At most ${formatDollars(room)} can be put on this code now.`,
  card_amount_too_small: ({ minimum }: { minimum: Cents }) =>
    `Cards pay ${formatDollars(minimum)} or more. Use a prepaid code.`,
  card_processor_lost: ({ seconds }: { seconds: number }) =>
    `The card processor cannot be reached right now. Please try again in ${seconds} seconds.`,
  card_webhook_refused: 'This webhook is not signed by the card processor.',
  invalid_input: 'Please check what you entered.',
  malformed_json: 'The request body is not valid JSON.',
  body_too_deep: `The request body has more than ${limits.documentLevels} levels of objects and lists.`,
  bad_host: 'The Host header, or what a proxy passes on in its place, is not a valid host.',
  malformed_http: 'The request is not valid HTTP.',
  too_many_resources: `An account keeps at most ${limits.resources} resources with ${limits.resourcesBytes / 2 ** 20} MB in all. Delete some first.`,
  page_too_large: 'These resources are too large for one page. Ask for fewer with a smaller limit.',
  request_too_slow: 'The request took too long to arrive. Please try again.',
  list_too_long: `This list has more than ${limits.wholeListMax} rows. Ask for a part of it, such as ?page=1&limit=100.`,
  too_many_rows: `More than ${limits.bulkRows.toLocaleString('en')} rows match. Choose fewer by search and filter.`,
  period_too_long: 'There is too much in this period to add it up at once. Choose a shorter one.',
  bulk_change_not_found: 'There is no such change of yours, or it is too long ago.',
  undo_too_late: `A change can be undone for ${limits.undoSeconds} seconds.`,
  too_many_cards: `More than ${limits.batchCodes.toLocaleString('en')} codes are chosen. Print fewer cards at once.`,
  too_many_stickers: `More than ${limits.stickers} devices match. Choose fewer by search and type.`,
  id_is_fixed: 'The id of a resource is given by the server. Leave out the field id.',
  bad_idempotency_key:
    'The Idempotency-Key must be 1 to 255 visible characters and not dots alone, such as a UUID.',
  signed_out: 'Please sign in.',
  session_expired: 'Session expired. Please login again.',
  not_yours: 'You can see this, but you may not change it.',
  account_only: 'Guests cannot do this. Create an account first: everything you have is kept.',
  admin_only: 'Only admins may do this.',
  path_not_found: 'There is nothing at this address.',
  method_not_allowed:
    'This address does not take this method. The header Allow names those that it takes.',
  device_not_found: 'This device does not exist.',
  sticker_not_found:
    'No machine with this number takes payments. Compare the number with the sticker, or ask whoever runs the machine.',
  batch_not_found: 'This batch of codes does not exist.',
  code_not_found: 'This prepaid code does not exist.',
  top_up_not_found: 'This top-up does not exist.',
  transaction_not_found: 'This transaction does not exist.',
  cycle_not_found: 'Only whoever paid, the owner of the machine and admins see this payment.',
  report_not_found: 'Only whoever made this report sees it.',
  photo_not_found: 'There is no such photo, or it is not for you to see.',
  case_not_found: 'Only whoever runs the machine sees what is reported of it.',
  case_done: 'This is done already. The next report opens it again.',
  too_many_reports: `You can report ${limits.reports} faults within a day. Try again tomorrow.`,
  too_many_unpaid_reports:
    'You have reported a machine that you never paid at today. Try again tomorrow, or report one that you have paid at.',
  too_many_answers: `A report has at most ${limits.reportAnswers} answers.`,
  photo_unreadable:
    'This is no JPEG, PNG or WebP photo that can be read. Choose another one, or take it away. A HEIC photo must be saved as JPEG first.',
  photo_has_too_many_pixels: `A photo may have at most ${limits.photoPixels / 1_000_000} million pixels (half as many with 16 bits per color) and at most ${limits.photoSentSide} on each side. Choose a smaller one, or take it away.`,
  too_many_photos: `You have sent ${limits.photos} photos, which are still kept. Take this one away, and send the report without it.`,
  too_many_photos_of_network:
    'Too many photos were sent from your network today. Take this one away, and send the report without it.',
  resource_not_found: 'This resource does not exist.',
  code_taken: 'This code is already in use. Choose another one, or generate one.',
  imported_code_taken: ({ row }: { row: number }) =>
    `The code in row ${row + 1} of these is already in use by somebody else.`,
  device_number_taken: ({ other }: { other: { label: string; location: string } | null }) =>
    other
      ? `${other.label}, ${other.location}, already has this number.`
      : 'Another device of the same owner already has this number.',
  batch_changed: ({ codes }: { codes: number | null }) =>
    codes === null
      ? 'The batch has another number of codes now. Nothing was done.'
      : `The batch has changed meanwhile: it is ${withGroups(codes)} codes now. Nothing was done. Look again, then do it once more.`,
  changed_meanwhile: 'Somebody has saved something else meanwhile. Compare, then save again.',
  started_meanwhile:
    'It was started meanwhile, perhaps by yourself in another tab. Nothing was done. Look at it, then decide again.',
  paid_already: ({ minutes, is_pending }: { minutes: number; is_pending: boolean }) =>
    `${is_pending ? 'A card payment of yours at this machine is not finished yet: it was begun' : 'You paid for this machine'} ${minutesAgo(minutes)}. Nothing was charged this time. Do you want to pay again, for more time?`,
  money_moved_meanwhile:
    'Money has moved meanwhile, perhaps by yourself in another tab. Nothing was done. Look at what there is now, then decide again.',
  export_running: 'An export of your account is running already. Wait until it has ended.',
  condition_failed: 'This file is not as the request says that it should be.',
  range_not_found: 'This file does not have the part that was asked for.',
  body_too_large: 'The request is too large.',
  not_json: 'Send the request body as application/json.',
  code_easy_to_guess: 'This code is easy to guess. Generate one, or choose a longer text.',
  code_looks_mistyped:
    'This looks like a generated code with a typo. Generate one, or choose another text.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request. Send a new one.',
  call_withdrawn: 'This was withdrawn before it arrived. Nothing was done.',
  too_many_attempts: ({ seconds }: { seconds: number }) =>
    `Too many failed attempts. Please try again in ${seconds} seconds.`,
  too_many_requests: ({ seconds }: { seconds: number }) =>
    `Too many requests. Please try again in ${seconds} seconds.`,
  internal_error: 'Something went wrong on our side. Please try again.',
  database_lost: ({ seconds }: { seconds: number }) =>
    `The service cannot reach its database right now. Please try again in ${seconds} seconds.`,
  not_ready: 'The service is starting or stopping, or cannot reach its database.',
}

function minutesAgo(minutes: number): string {
  if (minutes < 1) return 'just now'
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}
