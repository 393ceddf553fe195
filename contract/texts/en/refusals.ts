import { limits } from '../../limits.ts'
import type { MinorUnits } from '../../money.ts'
import type { Right } from '../../rights.ts'
import { formatsOf } from '../formats.ts'
import { bookingRefusals } from './booking-refusals.ts'
import later from './later.json' with { type: 'json' }

const { formatMoney, formatCount } = formatsOf('en')

const rightNames: Record<Right | 'account', string> = later.rights

/** The sentence of each refusal of contract/refusals.ts that a screen shows. */
export const refusals = {
  mail_not_sent: ({ reason }: { reason: string }) =>
    `The mail server did not accept the email: ${reason}.`,
  second_factor_required:
    'Admins need a second factor here. Add one in your profile, or sign in with yours.',
  user_not_found: 'This user does not exist.',
  session_not_found: 'This session has already ended.',
  passkey_not_found: 'This passkey does not exist.',
  left_behind_not_found: 'This was already kept or removed.',
  verification_needed: `Verify your email address first. Without it, an account has at most ${formatCount(limits.madeUnverified)} devices, as many codes, and ${limits.othersMadeUnverified} batches, controllers and resources each.`,
  too_many_unverified:
    'Unverified accounts in your network have added too much today. Verify your email address, or try again tomorrow.',
  too_many_mails_of_network:
    'Too many codes were mailed from your network today. Try again tomorrow, or from another network, such as mobile data.',
  too_many_devices: `An account has at most ${formatCount(limits.devices)} devices. Delete some first.`,
  too_many_codes: `An account has at most ${formatCount(limits.codes)} prepaid codes. No code was issued. Delete some first.`,
  too_many_batches: `An account has at most ${formatCount(limits.codeBatches)} batches. Issue single codes instead.`,
  mail_needs_verified:
    'The issuer has to verify their email address first, because emails to customers show it.',
  too_many_code_mails: `Your customers get at most ${formatCount(limits.codeMailsADay)} emails a day. Nothing was changed. Try again tomorrow, or without emails.`,
  not_a_guest: 'This is already a full account.',
  guests_off: 'Guests are not accepted here. Sign in or create an account.',
  no_role_for_guests: 'A guest cannot have a role. They have to create an account first.',
  too_many_guests:
    'Too many guests have started in your network today. Create an account, or try again tomorrow.',
  email_taken: 'An account with this email already exists.',
  last_admin: 'This is the last admin. Make another user an admin first.',
  last_admin_closes:
    'You are the last admin. Make another user an admin before you close your account.',
  card_money_pending:
    'Your card payment or refund is still being processed. Try again when it is complete.',
  second_factor_exists: 'You already have an authenticator. Turn it off first.',
  too_many_roles: 'This user has the maximum number of roles. Remove one first.',
  too_many_passkeys: 'You have the maximum number of passkeys. Remove one first.',
  wrong_credentials: 'Email or password is wrong.',
  second_factor_needed: 'Enter the code from your authenticator app.',
  factor_needed:
    'Confirm this with your passkey, a code from your authenticator app or a recovery code.',
  wrong_second_factor:
    'This code is wrong or was already used. Wait for the next one, or use a recovery code.',
  passkey_not_accepted: 'This passkey was not accepted. Try again, or use your password.',
  common_password: 'This is one of the most common passwords. Choose another one.',
  push_not_possible: 'Notifications cannot be sent to this browser.',
  too_many_waits: `You already wait for ${limits.roomWaits} machines. Stop waiting for one first.`,
  queue_off: 'This room has no queue for these machines.',
  room_closed: 'The room is closed now. Try again when it opens.',
  queue_full: `This queue is full, with ${limits.queueLength} people. Try again later.`,
  too_many_queues: `You are in ${limits.queueEntries} queues. Leave one first.`,
  too_many_guests_queue:
    'Too many guests of your network wait or hold a machine. Sign in with an account, or try again later.',
  holds_off: 'This machine cannot be held. Go there and pay, or wait until it is available.',
  device_not_available: 'This machine is not available right now, so it cannot be held.',
  others_in_line: 'Others are in line for this machine. Join the queue.',
  one_hold_only: 'You already hold a machine. End that hold first.',
  ...bookingRefusals,
  hold_paused: ({ minutes }: { minutes: number }) =>
    `You did not use your last hold. You can hold a machine again in ${minutes} min.`,
  wrong_email_code: 'This code is wrong or has expired. Check it, or request a new one.',
  wrong_password: 'The current password is wrong.',
  too_busy: ({ seconds }: { seconds: number }) =>
    `The server is very busy right now. Please try again in ${seconds} seconds.`,
  controller_not_found: 'This controller does not exist.',
  link_not_found: 'No controller is linked to this device. Link one first.',
  test_not_found: 'This test start does not exist.',
  too_many_simulated: `An account has at most ${limits.simulatedControllers} simulated controllers. Delete one first, or connect your own controllers.`,
  too_many_controllers: `An account has at most ${limits.controllers} controllers. Delete one first.`,
  no_broker:
    'This server has no MQTT broker, so it cannot reach this controller. Ask your administrator to set MQTT_URL.',
  link_exists: 'This device is already linked. Remove that link first.',
  channel_taken: 'Another device uses this channel. Choose another one.',
  cycle_open: 'A cycle is running. Try again when it has ended.',
  driver_cannot:
    'This kind of controller only switches relays. It measures power but has no busy input.',
  too_long_for_controller: ({ minutes }: { minutes: number }) =>
    `This device’s controller runs for at most ${minutes} minutes. Choose a shorter duration for every programme, or another controller.`,
  price_not_in_coins: ({ below, above }: { below: MinorUnits | null; above: MinorUnits | null }) =>
    `Coins of this type cannot make this price. The nearest possible: ${[below, above]
      .filter((price) => price !== null)
      .map(formatMoney)
      .join(' or ')}.`,
  api_key_refused: 'This API key does not exist, was revoked or has expired.',
  api_key_not_found: 'This API key does not exist or was revoked.',
  too_many_api_keys: `An account has at most ${limits.apiKeys} active API keys. Revoke one first.`,
  display_not_found: 'This display does not exist or was revoked.',
  calendar_not_found: 'This calendar does not exist or was turned off.',
  too_many_displays: `A room has at most ${limits.displaysOfRoom} displays. Revoke one first.`,
  staff_changed: 'Your rights in this account have just changed. Nothing more was done. Try again.',
  all_places_only:
    'You work for this account only at some places. This needs access to all of them.',
  other_place: 'You work for this account only at some places. Choose one of them as the location.',
  not_staff: 'You do not work for this account, or no longer do.',
  staff_not_found: 'This person does not work for you, or no longer does.',
  invitation_not_found:
    'This invitation does not exist, has expired or is for another address. Sign in with the invited address and verify it.',
  staff_exists: 'This person already works for you or is invited. Change their role in the list.',
  staff_is_yourself: 'This is your own address.',
  too_many_staff: `An account has at most ${limits.staff} people, including invited ones. Remove one first.`,
  too_many_invitations_to_address: `You have sent this address ${limits.invitationsToAddress} invitations within a day. Try again tomorrow.`,
  too_many_invitations: `An account sends at most ${limits.invitationsADay} invitations a day. Try again tomorrow.`,
  owner_chooses_landlord: 'Only the owner of the account can name another landlord.',
  right_missing: ({ right }: { right: Right | 'account' }) =>
    `You need the right “${rightNames[right]}” for this.`,
  webhook_not_found: 'This webhook does not exist.',
  delivery_not_found: 'This delivery does not exist.',
  too_many_webhooks: `An account has at most ${limits.webhooks} webhooks. Delete one first.`,
  webhook_address_refused:
    'A webhook needs a public https address, on port 443 or 8443, without user and password.',
  webhook_disabled: 'This webhook is disabled. Enable it first.',
  terms_changed: ({ price, minutes }: { price: MinorUnits; minutes: number }) =>
    `This device now costs ${formatMoney(price)} for ${minutes} minutes. Please check and pay again.`,
  device_not_active: 'This device is not taking payments right now.',
  device_in_use:
    'This machine is in use. Nothing was charged. Wait until it is done, or choose another one.',
  held_for_another: ({ minutes, others }: { minutes: number | null; others: string }) =>
    [
      minutes === null
        ? 'Others are in line for this machine.'
        : `This machine is held for someone else for ${minutes} more min.`,
      'Nothing was charged.',
      others
        ? `Available in the same room: ${others}.`
        : minutes === null
          ? 'Join the queue, or choose another machine.'
          : 'Wait, or choose another machine.',
    ].join(' '),
  device_silent:
    'This machine does not answer. Nothing was charged. Choose another one, or try again later.',
  device_fault: 'This machine reports a fault. Nothing was charged. Choose another one.',
  device_out_of_order: 'This machine is out of order. Nothing was charged. Choose another one.',
  device_changed:
    'This machine’s connection has just changed. Nothing was charged. Pay again if you still want it.',
  cycle_starting: 'The machine is starting. Try again in a minute.',
  cycle_ended: 'It has already ended.',
  cannot_be_stopped: 'This machine cannot be stopped from here. It runs to its end.',
  no_new_start: 'This payment has no new start.',
  code_not_accepted: 'This code is not valid at this device. Check the code and try again.',
  code_disabled: 'This code is disabled. Ask the person who issued it.',
  code_balance_too_low: ({ balance, price }: { balance: MinorUnits; price: MinorUnits }) =>
    `This code has ${formatMoney(balance)} left; this device costs ${formatMoney(price)}.`,
  card_declined: 'The card was declined. Nothing was charged.',
  code_expired: 'This code has expired. Ask the person who issued it.',
  code_deleted: 'The code that paid was deleted, so it cannot be refunded.',
  expiry_in_the_past: 'A code can only expire in the future. To stop it now, disable it.',
  balance_too_high: ({ max }: { max: MinorUnits }) =>
    `A code can hold at most ${formatMoney(max)}.`,
  batch_balance_too_high: ({ codes, max }: { codes: number | null; max: MinorUnits }) =>
    `A code can hold at most ${formatMoney(max)}, and ${codes === null ? 'some' : formatCount(codes)} of these would have more. Nothing was changed.`,
  balance_too_low: ({ balance }: { balance: MinorUnits | null }) =>
    balance === null
      ? 'This code has less left. Enter less.'
      : `You can take off up to ${formatMoney(balance)}.`,
  refund_too_much: ({ left }: { left: MinorUnits | null }) => {
    if (left === null) return 'This payment has less left to refund. Enter a smaller amount.'
    return left > 0 ? `You can refund up to ${formatMoney(left)}.` : 'Nothing is left to refund.'
  },
  refund_elsewhere:
    'Another card processor or account took this payment, so it cannot be refunded here.',
  cards_off: 'Cards are not accepted here. Use a prepaid code.',
  top_ups_off: 'This landlord does not take card top-ups. Ask them.',
  top_up_needs_verification: 'Verify your email address first.',
  business_details_need_verification: 'Verify your email address first.',
  too_many_business_details: `An account can change its business details ${limits.businessDetailsVersions} times.`,
  top_up_amounts_differ:
    'No amount can exceed the largest top-up, which cannot exceed the largest balance.',
  top_up_too_large: ({ max }: { max: MinorUnits }) =>
    `You can add up to ${formatMoney(max)} to this code at once.`,
  top_up_too_full: ({ room }: { room: MinorUnits }) =>
    `You can add up to ${formatMoney(room)} to this code now.`,
  card_amount_too_small: ({ minimum }: { minimum: MinorUnits }) =>
    `Cards pay ${formatMoney(minimum)} or more. Use a prepaid code.`,
  card_processor_lost: ({ seconds }: { seconds: number }) =>
    `The card processor cannot be reached right now. Please try again in ${seconds} seconds.`,
  card_webhook_refused: 'The card processor did not sign this webhook.',
  invalid_input: 'Check your input.',
  malformed_json: 'The request body is not valid JSON.',
  body_too_deep: `The request body has more than ${limits.documentLevels} levels of objects and lists.`,
  bad_host: 'The Host header, or the host forwarded by a proxy, is not valid.',
  malformed_http: 'The request is not valid HTTP.',
  too_many_resources: `An account has at most ${limits.resources} resources with ${limits.resourcesBytes / 2 ** 20} MB in total. Delete some first.`,
  page_too_large: 'These resources are too large for one page. Use a smaller limit.',
  request_too_slow: 'The request took too long to arrive. Please try again.',
  list_too_long: `This list has more than ${limits.wholeListMax} rows. Request a part of it, such as ?page=1&limit=100.`,
  too_many_rows: `More than ${formatCount(limits.bulkRows)} rows match. Choose fewer by search and filter.`,
  period_too_long: 'This period has too many entries. Choose a shorter one.',
  bulk_change_not_found: 'You have no such change, or it is too old.',
  undo_too_late: `A change can be undone for ${limits.undoSeconds} seconds.`,
  too_many_cards: `More than ${formatCount(limits.batchCodes)} codes are chosen. Print fewer cards at once.`,
  too_many_stickers: `More than ${limits.stickers} devices match. Choose fewer by search and type.`,
  id_is_fixed: 'The server sets the id of a resource. Leave out the field id.',
  bad_idempotency_key:
    'The Idempotency-Key must be 1 to 255 visible characters and not only dots, such as a UUID.',
  signed_out: 'Please sign in.',
  session_expired: 'Session expired. Please login again.',
  not_yours: 'You can see this, but you cannot change it.',
  account_only: 'Guests cannot do this. Create an account first. You keep everything.',
  admin_only: 'Only admins can do this.',
  path_not_found: 'There is nothing at this address.',
  method_not_allowed:
    'This address does not accept this method. The Allow header lists the methods that it accepts.',
  device_not_found: 'This device does not exist.',
  place_not_found: 'You have no devices at this place.',
  sticker_not_found:
    'No machine with this number takes payments. Check the number on the sticker, or ask the operator.',
  batch_not_found: 'This batch of codes does not exist.',
  code_not_found: 'This prepaid code does not exist.',
  top_up_not_found: 'This top-up does not exist.',
  transaction_not_found: 'This transaction does not exist.',
  cycle_not_found: 'Only the payer, the owner of the machine and admins can see this payment.',
  report_not_found: 'Only the reporter can see this report.',
  photo_not_found: 'This photo does not exist, or you cannot see it.',
  case_not_found: 'Only the operator can see reports for this machine.',
  case_done: 'This is already resolved. The next report reopens it.',
  too_many_reports: `You can report ${limits.reports} faults within a day. Try again tomorrow.`,
  too_many_unpaid_reports:
    'You have already reported a machine today that you never paid at. Try again tomorrow, or report one that you paid at.',
  too_many_answers: `A report has at most ${limits.reportAnswers} answers.`,
  photo_unreadable:
    'This is not a readable JPEG, PNG or WebP photo. Choose another one, or remove it. Save a HEIC photo as JPEG first.',
  photo_has_too_many_pixels: `A photo can have at most ${limits.photoPixels / 1_000_000} million pixels (half as many with 16 bits per color) and at most ${limits.photoSentSide} on each side. Choose a smaller one, or remove it.`,
  too_many_photos: `You have ${limits.photos} stored photos. Remove this one, and send the report without it.`,
  too_many_photos_of_network:
    'Too many photos were sent from your network today. Remove this one, and send the report without it.',
  resource_not_found: 'This resource does not exist.',
  code_taken: 'This code is already in use. Choose another one, or generate one.',
  imported_code_taken: ({ row }: { row: number }) =>
    `The code in row ${row + 1} of these is already in use by another user.`,
  device_number_taken: ({ other }: { other: { label: string; location: string } | null }) =>
    other
      ? `${other.label}, ${other.location}, already has this number.`
      : 'Another device of the same owner already has this number.',
  batch_changed: ({ codes }: { codes: number | null }) =>
    codes === null
      ? 'The number of codes in the batch has changed. Nothing was done.'
      : `The batch has changed and now has ${formatCount(codes)} codes. Nothing was done. Check it, then try again.`,
  changed_meanwhile: 'This changed after you opened it. Compare, then save again.',
  started_meanwhile:
    'It has already been started, perhaps by you in another tab. Nothing was done. Check it, then decide again.',
  paid_already: ({ minutes, is_pending }: { minutes: number; is_pending: boolean }) =>
    `${is_pending ? 'Your card payment at this machine is not complete yet: you started it' : 'You paid for this machine'} ${minutesAgo(minutes)}. Nothing was charged this time. Do you want to pay again, for more time?`,
  money_moved_meanwhile:
    'The amounts have changed, perhaps by you in another tab. Nothing was done. Check them, then decide again.',
  export_running: 'An export of your account is already running. Wait until it is done.',
  condition_failed: 'The file does not match the condition in the request.',
  range_not_found: 'The file does not have the requested range.',
  body_too_large: 'The request is too large.',
  not_json: 'Send the request body as application/json.',
  code_easy_to_guess: 'This code is easy to guess. Generate one, or choose a longer text.',
  code_looks_mistyped:
    'This looks like a generated code with a typo. Generate one, or choose another text.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request. Send a new one.',
  call_withdrawn: 'This was canceled before it arrived. Nothing was done.',
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
