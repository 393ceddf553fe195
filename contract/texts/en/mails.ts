import type { DeviceType, RefundObstacle, ReturnedRefund, TopUpRefusal } from '../../choices.ts'
import { limits } from '../../limits.ts'
import type { MinorUnits } from '../../money.ts'
import { alertMail, type MailText, type Troubles } from '../alert-mail.ts'
import { formatsOf } from '../formats.ts'
import type { CreditNote, MoneyBack, NumberedReceipt, Receipt } from '../mail-facts.ts'
import { bookingMails } from './booking-mails.ts'
import { emailCodes } from './email-codes.ts'
import { queueMails } from './queue-mails.ts'
import { reportMails } from './report-mails.ts'

const { formatMoney, tag, formatPercent } = formatsOf('en')

interface AmountAtDevice {
  amount: MinorUnits
  deviceNumber: string
}

/** Receipt for a top-up. */
interface ToppedUp {
  id: string
  amount: MinorUnits
  time: (locale: string) => string
}

/** Weekly summary. */
interface Week {
  from: (locale: string) => string
  until: (locale: string) => string
  net: MinorUnits
  before: MinorUnits
  payments: number
  /** How many devices, and the numbers of the first of them. */
  silent: { count: number; names: string[] }
  reports: { count: number; names: string[] }
  link: string | undefined
}

/** A code in a mail to its customer, who may be a stranger: without other text that its issuer typed. */
interface CodeForCustomer {
  code: string
  /** Verified address of the issuer. */
  from: string
  balance: MinorUnits
  /** Verified address of the operator whose machines accept it; null: all machines do. */
  operator: string | null
  /** Name and only place of the operator; null: not for this reader, or not known. */
  place: string | null
  /** null: never. */
  until: ((locale: string) => string) | null
  link: string | undefined
}

const aRole = { manager: 'a manager', technician: 'a technician', bookkeeper: 'a bookkeeper' }
type StaffFacts = { role: keyof typeof aRole; placeCount: number | undefined; days: number }

function codeFacts({ code, balance, operator, place, until, link }: CodeForCustomer): string {
  const facts = [
    `Code: ${code}`,
    `Balance: ${formatMoney(balance)}`,
    `Valid at: ${operator === null ? 'all machines on this Coinless server' : `machines of ${operator}${place ? ` (${place})` : ''}`}`,
    ...(until ? [`Expires: ${until(tag)}`] : []),
  ]
  const way = link ? `To pay with it, open this link:\n${link}` : 'To pay, enter it at a machine.'
  return `${facts.join('\n')}\n\n${way}\n\nAnyone with the code can spend it, so keep it private.`
}

/** The mails that the server sends. */
export const mails = {
  test: {
    subject: 'Coinless test email',
    text: 'Coinless can send email to this address.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'A device names you as its landlord on Coinless',
    text: 'Another user added a device that names you as its landlord. Only you and they can see it until you accept it. Accept it on your dashboard, or refuse it to remove your name.\n',
  },
  account_closed: {
    subject: 'Your Coinless account is closed',
    text: 'You closed your account. Your devices, codes and documents are gone. Payments are kept without your name and address. The account cannot be reopened. If you did not close it, contact the administrator of this Coinless server.\n',
  },
  refund_owed: ({
    amount,
    deviceNumber,
    obstacle,
  }: {
    amount: MinorUnits
    deviceNumber: string
    obstacle: RefundObstacle
  }): MailText => ({
    subject: `${formatMoney(amount)} is owed to a customer of ${deviceNumber}`,
    text: `A cycle at ${deviceNumber} did not run as paid, but ${formatMoney(amount)} cannot be refunded to the ${obstacle === 'card_refused' ? 'card' : 'prepaid code'}. ${
      {
        card_refused:
          'The card processor refuses the refund. Agree on another way with the customer.',
        code_deleted: 'The code has been deleted. Agree on another way with the customer.',
        code_expired:
          'The code has expired. Extend it, and the refund follows automatically within ten minutes.',
        code_full:
          'The code holds the maximum balance. The refund follows automatically once part of it is spent.',
      }[obstacle]
    }`,
  }),
  refund_returned: ({ amount, kind, name }: { amount: MinorUnits } & ReturnedRefund): MailText => ({
    subject: `Refund failed: ${formatMoney(amount)} to a card`,
    text: `The bank returned a refund of ${formatMoney(amount)}, which had been completed, for ${
      kind === 'payment' ? `a payment at ${name}` : 'a top-up by card'
    }. The customer has not received it.${
      kind === 'top_up' ? ' The amount is on the code again.' : ''
    } Refund it again, or agree on another way with the customer.`,
  }),
  capture_failed: ({ amount, deviceNumber }: AmountAtDevice): MailText => ({
    subject: `${deviceNumber}: card refused, ${formatMoney(amount)} not charged`,
    text: `${deviceNumber} started for a card that had approved ${formatMoney(amount)}. The card was then refused, so nothing was charged. The machine keeps running, and its use is recorded as a loss.\n`,
  }),
  alerts: (troubles: Troubles): MailText =>
    alertMail(troubles, {
      silent: (number) => `${number} does not answer`,
      outOfOrder: (number) => `${number} is out of order`,
      doubted: (number) => `${number} did not start twice in a row`,
      back: (number) => `${number} answers again`,
      manyBack: (count) => `${count} devices answer again`,
      many: (count) =>
        count === 1
          ? 'One of your devices needs attention'
          : `${count} of your devices need attention`,
      silentTitle: 'Not answering:',
      silentAdvice: 'They take no payments until they answer again.',
      outOfOrderTitle:
        'Out of order, because two cycles in a row did not start or the machine could not be switched off:',
      outOfOrderAdvice:
        'They take no payments until you check them and confirm it on the page of the device.',
      doubtedTitle: 'Did not start twice in a row for one customer, with no power measured:',
      doubtedAdvice:
        'They still take payments: perhaps no programme was chosen. Check them if it happens again.',
      cutsSubject: 'Cycles of one customer are repeatedly cut short',
      cutsTitle: `Cut short at least ${limits.cutShortCycles} times within ${limits.cutShortDays} days, with refunds:`,
      cutsAdvice:
        'A machine that is cut off before its minimum time is refunded in full, for example if its controller is unplugged. The dashboard names the customer. Check the machines and their plugs.',
      cut: ({ cycles, given_back }) => `${cycles} cycles, ${formatMoney(given_back)} refunded`,
      backTitle: 'Answering again:',
      since: (time) => `since ${time}`,
      more: (count) => `and ${count} more`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }: MoneyBack): MailText => {
    const what = `${deviceNumber} ${state === 'not_started' ? 'did not start' : 'stopped early'}`
    const money = formatMoney(amount)
    const result = {
      code: `${money} refunded`,
      owed: `${money} refund pending`,
      card: `${money} refunded`,
      hold: `${money} not charged`,
    }[way]
    const back = {
      code: `Your ${money} is back on the prepaid code.`,
      owed: `Your ${money} goes back to the prepaid code as soon as it can take it. The operator has been notified.`,
      card: `Your ${money} goes back to your card. This can take a few days.`,
      hold: `Your card was not charged. Your bank can show the held ${money} for a few days.`,
    }[way]
    return { subject: `${what}: ${result}`, text: `Machine ${what}. ${back}\n\nReason: ${cause}.` }
  },
  undecided: ({ amount, deviceNumber }: AmountAtDevice): MailText => ({
    subject: `${deviceNumber}: the operator decides about your ${formatMoney(amount)}`,
    text: `Machine ${deviceNumber} was not seen running. It ran unpaid after an earlier refund, so your ${formatMoney(amount)} is not refunded automatically. The operator has been notified and decides. Your report in Coinless shows the answer.`,
  }),
  five_minutes: ({
    deviceNumber,
    minutes,
  }: {
    deviceNumber: string
    minutes: number
  }): MailText => ({
    subject: `${deviceNumber}: ${durationOf(minutes)} left`,
    text: `Machine ${deviceNumber} finishes in about ${durationOf(minutes)}.`,
  }),
  done: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `${deviceNumber} is done`,
    text: `Machine ${deviceNumber} is done.`,
  }),
  one_free: ({ type, location }: { type: DeviceType; location: string }): MailText => {
    const machine = {
      washer: 'A washer',
      dryer: 'A dryer',
      shower: 'A shower',
      water: 'A water tap',
      electricity: 'A power outlet',
      other: 'A machine',
    }[type]
    return {
      subject: `${machine} is available: ${location}`,
      text: `${machine} is available: ${location}. You asked to be notified. It is not reserved for you, and others can take it first.`,
    }
  },
  /** Without text that the owner typed; from: their verified address. */
  staff_invitation: ({
    from,
    role,
    placeCount,
    days,
    ...where
  }: { from: string } & ({ link: string } | { path: string }) & StaffFacts): MailText => ({
    subject: `${from} invites you to their Coinless account`,
    text: `${from} invites you to work for their account on Coinless as ${aRole[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', at one of their places' : `, at ${placeCount} of their places`}. Sign in or create an account with this address, and accept within ${days} days:\n\n${'link' in where ? where.link : `Open Coinless at the address that ${from} uses, and add this to it: ${where.path}`}\n\nIf you do not know ${from}, ignore this email.\n`,
  }),
  staff_joined: ({ email, role }: { email: string } & Pick<StaffFacts, 'role'>): MailText => ({
    subject: `${email} joined your Coinless account`,
    text: `${email} accepted your invitation and now works for your account as ${aRole[role]}. If you did not invite them, remove them in Settings under Staff and change your password.\n`,
  }),
  webhook_rested: ({ host, days }: { host: string; days: number }): MailText => ({
    subject: `Your webhook to ${host} is disabled`,
    text: `No delivery has reached ${host} for ${days} days, so Coinless has disabled your webhook. Its deliveries show the errors. Fix the receiver, enable the webhook and send the missed deliveries again.\n`,
  }),
  ...queueMails,
  ...bookingMails,
  ...reportMails,
  weekly: ({ from, until, net, before, payments, silent, reports, link }: Week): MailText => {
    const named = ({ count, names }: Week['silent']) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ' and more' : ''})`
    const lines = [
      `${from(tag)} to ${until(tag)}: ${formatMoney(net)} earned, ${payments === 1 ? '1 payment' : `${payments} payments`}`,
      `The week before: ${formatMoney(before)}`,
      `Devices that need attention: ${named(silent)}`,
      `Open reports: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `You asked for this email. Turn it off in your profile, under notifications${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Your week on Coinless: ${formatMoney(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: (issued: CodeForCustomer): MailText => ({
    subject: `Prepaid code with ${formatMoney(issued.balance)} from ${issued.from}`,
    text: `${issued.from} has issued a prepaid code for you.\n\n${codeFacts(issued)} If you do not know ${issued.from}, ignore this email.\n`,
  }),
  code_topped_up: ({ amount, ...code }: CodeForCustomer & { amount: MinorUnits }): MailText => ({
    subject: `${formatMoney(amount)} added to your prepaid code`,
    text: `${code.from} has added ${formatMoney(amount)} to your prepaid code.\n\n${codeFacts(code)}\n`,
  }),
  receipt: (paid: Receipt): MailText => ({
    subject: `Receipt for ${formatMoney(paid.amount)} at ${paid.deviceNumber}`,
    text: [
      `Amount: ${formatMoney(paid.amount)}`,
      `Duration: ${durationOf(paid.minutes)}`,
      ...(paid.programme === null ? [] : [`Programme: ${paid.programme}`]),
      `Device number: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined ? [] : [`Customer name: ${paid.customerName ?? 'N/A'}`]),
      `Date: ${paid.time(tag)}`,
      `Transaction ID: ${paid.id}`,
    ].join('\n'),
  }),
  /** Added to a receipt that has a number. */
  receipt_lines: ({ kind, number, seller, taxId, rate, tax, net }: NumberedReceipt): string =>
    [
      `${kind === 'receipt' ? 'Receipt no.' : 'Credit note no.'}: ${number}`,
      `Seller: ${seller}`,
      ...(taxId === null ? [] : [`Tax ID: ${taxId}`]),
      ...(rate === null
        ? []
        : [
            `Tax included (${formatPercent(rate)}): ${formatMoney(tax)}`,
            `Net: ${formatMoney(net)}`,
          ]),
    ].join('\n'),
  credit_note: ({ id, amount, deviceNumber, time }: CreditNote): MailText => ({
    subject: `Credit note for ${formatMoney(amount)}${deviceNumber === null ? '' : ` at ${deviceNumber}`}`,
    text: [
      `Refunded: ${formatMoney(amount)}`,
      ...(deviceNumber === null ? [] : [`Device number: ${deviceNumber}`]),
      `Date: ${time(tag)}`,
      `${deviceNumber === null ? 'Top-up ID' : 'Transaction ID'}: ${id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }: ToppedUp): MailText => ({
    subject: `Receipt for ${formatMoney(amount)} added to your prepaid code`,
    text: [
      `Amount: ${formatMoney(amount)}`,
      'Paid by card for a prepaid code',
      `Date: ${time(tag)}`,
      `Top-up ID: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }: { amount: MinorUnits; refusal: TopUpRefusal }): MailText => ({
    subject: `Top-up failed: ${formatMoney(amount)} goes back to your card`,
    text: `Your card paid ${formatMoney(amount)} for a prepaid code that could not take the money: ${
      {
        code_deleted: 'it was deleted',
        code_disabled: 'it was disabled',
        code_expired: 'it had expired',
        code_full: 'it holds the maximum balance',
        code_handed_on: 'it is no longer yours',
      }[refusal]
    }. The money goes back to your card. This can take a few days.`,
  }),
}

function durationOf(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
