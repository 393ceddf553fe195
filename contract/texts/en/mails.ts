import type { DeviceType, RefundObstacle, TopUpRefusal } from '../../choices.ts'
import { limits } from '../../limits.ts'
import { type Cents, formatDollars } from '../../money.ts'
import { alertMail, type MailText, type Troubles } from '../alert-mail.ts'
import { emailCodes } from './email-codes.ts'
import { reportMails } from './report-mails.ts'

/** What a receipt says. */
interface Receipt {
  id: string
  deviceNumber: string
  amount: Cents
  minutes: number
  /** null: the device had one alone. */
  programme: string | null
  /** null: none is known; undefined: it is not for whoever reads. */
  customerName: string | null | undefined
  /** When it was paid, as people of a locale write it. */
  time: (locale: string) => string
}

/** What goes back to whoever paid for a machine that did not run as paid. */
interface MoneyBack {
  amount: Cents
  deviceNumber: string
  state: 'not_started' | 'interrupted'
  /** A sentence without its end. */
  cause: string
  /** hold: the card was never charged. owed: the code cannot take it yet. */
  way: 'code' | 'owed' | 'card' | 'hold'
}

/** What a receipt of money on a code says. */
interface ToppedUp {
  id: string
  amount: Cents
  time: (locale: string) => string
}

/** What somebody is told of their week. */
interface Week {
  from: (locale: string) => string
  until: (locale: string) => string
  net: Cents
  before: Cents
  payments: number
  /** How many devices, and the numbers of the first of them. */
  silent: { count: number; names: string[] }
  reports: { count: number; names: string[] }
  link: string | undefined
}

/** What a mail says of a code to the customer it is for: nothing that its issuer typed. */
interface CodeForCustomer {
  code: string
  /** The address of whoever issued it, which was shown to be theirs. */
  from: string
  balance: Cents
  /** null: it never ends. */
  until: ((locale: string) => string) | null
}

const aRole = { manager: 'a manager', technician: 'a technician', bookkeeper: 'a bookkeeper' }
type StaffFacts = { role: keyof typeof aRole; placeCount: number | undefined; days: number }

/** The mails that the server sends. */
export const mails = {
  test: {
    subject: 'Test mail of Coinless',
    text: 'Mails of Coinless arrive here.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'A device names you as its landlord on Coinless',
    text: 'Somebody added a device that names you as its landlord. Until you accept it, only they and you see it. Your Coinless dashboard shows what waits for you: accept it, or refuse it to take your name off.\n',
  },
  account_closed: {
    subject: 'Your Coinless account is closed',
    text: 'You closed your account. Your devices, codes and documents are gone; what was paid is kept without your name and address. If it was not you, tell whoever runs this Coinless: nobody can open the account again.\n',
  },
  refund_owed: ({
    amount,
    deviceNumber,
    obstacle,
  }: {
    amount: Cents
    deviceNumber: string
    obstacle: RefundObstacle
  }): MailText => ({
    subject: `${formatDollars(amount)} is owed to a customer of ${deviceNumber}`,
    text: `A cycle at ${deviceNumber} did not run as paid, so ${formatDollars(amount)} goes back to ${obstacle === 'card_refused' ? 'the card' : 'the prepaid code'} that paid for it. ${
      {
        card_refused:
          'The card processor refuses it, so the money cannot go back: agree with the customer on another way.',
        code_deleted:
          'The code has been deleted, so the money cannot go back: agree with the customer on another way.',
        code_expired:
          'The code has expired. Extend it, and the money goes back by itself within ten minutes.',
        code_full:
          'The code holds as much as a code can. The money goes back by itself once part of it is spent.',
      }[obstacle]
    }`,
  }),
  capture_failed: ({
    amount,
    deviceNumber,
  }: {
    amount: Cents
    deviceNumber: string
  }): MailText => ({
    subject: `A card was refused after ${deviceNumber} had started`,
    text: `${deviceNumber} started for a card that had approved ${formatDollars(amount)}. The card was then refused, so nothing was charged. The machine runs on, and what it runs is written down as a loss.\n`,
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
      silentAdvice: 'No payments are taken until they answer again.',
      outOfOrderTitle:
        'Out of order, because two cycles in a row did not start or the machine could not be switched off:',
      outOfOrderAdvice:
        'No payments are taken until you have looked at them and said so on the page of the device.',
      doubtedTitle: 'Did not start twice in a row for one customer, and no power was seen:',
      doubtedAdvice:
        'They go on taking payments: perhaps no programme was chosen. Look at them if it happens again.',
      cutsSubject: 'Cycles of one customer are cut short again and again',
      cutsTitle: `Cut short at least ${limits.cutShortCycles} times within ${limits.cutShortDays} days, with money given back:`,
      cutsAdvice:
        'What cuts a machine off before the minimum gives everything back: a box that is unplugged does. The dashboard names the customer. Look at the machines and their plugs.',
      cut: ({ cycles, given_back }) => `${cycles} cycles, ${formatDollars(given_back)} given back`,
      backTitle: 'Answering again:',
      since: (time) => `since ${time} UTC`,
      more: (count) => `and ${count} more`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }: MoneyBack): MailText => {
    const what =
      state === 'not_started'
        ? `The machine ${deviceNumber} did not start`
        : `The machine ${deviceNumber} stopped early`
    const dollars = formatDollars(amount)
    const back = {
      code: `Your ${dollars} is back on the code.`,
      owed: `Your ${dollars} goes back to the code as soon as it can take it: the owner of the machine knows.`,
      card: `Your ${dollars} goes back to your card, which may take a few days.`,
      hold: `Your ${dollars} is back: your card was not charged. Your bank may show the held amount for a few days.`,
    }[way]
    return { subject: `${what}: ${dollars} back`, text: `${what}. ${back}\n\nReason: ${cause}.` }
  },
  undecided: ({ amount, deviceNumber }: { amount: Cents; deviceNumber: string }): MailText => ({
    subject: `${deviceNumber}: the operator decides about your ${formatDollars(amount)}`,
    text: `The machine ${deviceNumber} was not seen running. After an earlier refund it ran without being paid for, so your ${formatDollars(amount)} is not refunded automatically. The operator decides and has been told. Your report in Coinless shows the answer.`,
  }),
  five_minutes: ({
    deviceNumber,
    minutes,
  }: {
    deviceNumber: string
    minutes: number
  }): MailText => ({
    subject: `${deviceNumber}: ${minutes} minutes left`,
    text: `The machine ${deviceNumber} is done in about ${minutes} minutes.`,
  }),
  done: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `${deviceNumber} is done`,
    text: `The machine ${deviceNumber} is done.`,
  }),
  one_free: ({ type, location }: { type: DeviceType; location: string }): MailText => {
    const what = {
      washer: 'A washer is free',
      dryer: 'A dryer is free',
      shower: 'A shower is free',
      water: 'A water tap is free',
      electricity: 'A power outlet is free',
      other: 'A machine is free',
    }[type]
    return {
      subject: `${what}: ${location}`,
      text: `${what}, as you asked: ${location}. It is not kept for you, and others may have been told, too.`,
    }
  },
  /** With nothing that the owner typed; from: their address, which was shown to be theirs. */
  staff_invitation: ({
    from,
    role,
    placeCount,
    days,
    ...where
  }: { from: string } & ({ link: string } | { path: string }) & StaffFacts): MailText => ({
    subject: 'You are invited to work for an account on Coinless',
    text: `${from} invites you to work for their account on Coinless as ${aRole[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', at one of their places' : `, at ${placeCount} of their places`}. Sign in, or create an account, with this address, and accept within ${days} days:\n\n${'link' in where ? where.link : `Open Coinless at the address that ${from} uses, and add this behind it: ${where.path}`}\n\nIf you do not know ${from}, ignore this mail.\n`,
  }),
  staff_joined: ({ email, role }: { email: string } & Pick<StaffFacts, 'role'>): MailText => ({
    subject: `${email} works for your Coinless account now`,
    text: `${email} has accepted your invitation and works for your account as ${aRole[role]}. If you did not invite them, remove them under Staff and change your password.\n`,
  }),
  webhook_rested: ({ host, days }: { host: string; days: number }): MailText => ({
    subject: `Coinless has disabled your webhook to ${host}`,
    text: `For ${days} days nothing has arrived at ${host}, so nothing more is sent there. Your webhook says under Deliveries what went wrong. Enable the webhook when its receiver works again, and send again what it should still get.\n`,
  }),
  ...reportMails,
  weekly: ({ from, until, net, before, payments, silent, reports, link }: Week): MailText => {
    const named = ({ count, names }: Week['silent']) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ' and more' : ''})`
    const lines = [
      `${from('en-US')} to ${until('en-US')}: ${formatDollars(net)} earned, ${payments === 1 ? '1 payment' : `${payments} payments`}`,
      `The week before: ${formatDollars(before)}`,
      `Devices that need attention: ${named(silent)}`,
      `Open reports: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `You asked for this mail. Turn it off in your profile, under notifications${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Your week on Coinless: ${formatDollars(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: ({ code, from, balance, until }: CodeForCustomer): MailText => ({
    subject: `Your prepaid code with ${formatDollars(balance)}`,
    text: `${from} has issued a prepaid code for you. You pay with it for machines of theirs.\n\nCode: ${code}\nBalance: ${formatDollars(balance)}${until ? `\nExpires: ${until('en-US')}` : ''}\n\nWhoever has the code can spend it: keep it to yourself. If you do not know ${from}, ignore this mail.`,
  }),
  code_topped_up: ({
    amount,
    code,
    from,
    balance,
    until,
  }: CodeForCustomer & { amount: Cents }): MailText => ({
    subject: `${formatDollars(amount)} put on your prepaid code`,
    text: `${from} has put ${formatDollars(amount)} on your prepaid code.\n\nCode: ${code}\nBalance: ${formatDollars(balance)}${until ? `\nExpires: ${until('en-US')}` : ''}\n\nWhoever has the code can spend it: keep it to yourself.`,
  }),
  receipt: (paid: Receipt): MailText => ({
    subject: `Receipt for ${formatDollars(paid.amount)} at ${paid.deviceNumber}`,
    text: [
      `Amount: ${formatDollars(paid.amount)}`,
      `Duration: ${paid.minutes} minutes`,
      ...(paid.programme === null ? [] : [`Programme: ${paid.programme}`]),
      `Device number: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined ? [] : [`Customer name: ${paid.customerName ?? 'N/A'}`]),
      `Date: ${paid.time('en-US')}`,
      `Transaction ID: ${paid.id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }: ToppedUp): MailText => ({
    subject: `Receipt for ${formatDollars(amount)} put on your prepaid code`,
    text: [
      `Amount: ${formatDollars(amount)}`,
      'Paid by card, for a prepaid code',
      `Date: ${time('en-US')}`,
      `Top-up ID: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }: { amount: Cents; refusal: TopUpRefusal }): MailText => ({
    subject: `${formatDollars(amount)} goes back to your card`,
    text: `Your card paid ${formatDollars(amount)} for a prepaid code, which could not take the money: ${
      {
        code_deleted: 'it was deleted',
        code_disabled: 'it was disabled',
        code_expired: 'it had expired',
        code_full: 'it holds as much as a code can',
        code_handed_on: 'it is no longer yours',
      }[refusal]
    }. The money goes back to your card, which may take a few days.`,
  }),
}
