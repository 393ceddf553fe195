import { type Cents, formatDollars } from '../../money.ts'

interface MailText {
  subject: string
  text: string
}

/** What a receipt says. */
interface Receipt {
  id: string
  deviceNumber: string
  amount: Cents
  minutes: number
  /** null: none is known; undefined: it is not for whoever reads. */
  customerName: string | null | undefined
  /** When it was paid, as people of a locale write it. */
  time: (locale: string) => string
}

/** The mails that the server sends. */
export const mails = {
  test: {
    subject: 'Test mail of Coinless',
    text: 'Mails of Coinless arrive here.\n',
  },
  verification: ({ code, minutes }: { code: string; minutes: number }): MailText => ({
    subject: 'Verify your email address for Coinless',
    text: `Enter this code in your Coinless profile within ${minutes} minutes:\n\n${code}\n\nIf you did not open an account, ignore this mail: without the code nobody gets rights from your address.\n`,
  }),
  password: ({ code, minutes }: { code: string; minutes: number }): MailText => ({
    subject: 'Your code for a new Coinless password',
    text: `Enter this code within ${minutes} minutes to choose a new password:\n\n${code}\n\nIf you did not ask for it, ignore this mail: your password stays as it is. Give the code to nobody.\n`,
  }),
  device_to_accept: {
    subject: 'A device names you as its landlord on Coinless',
    text: 'Somebody added a device that names you as its landlord. Until you accept it, only they and you see it. Your Coinless dashboard shows what waits for you: accept it, or refuse it to take your name off.\n',
  },
  account_closed: {
    subject: 'Your Coinless account is closed',
    text: 'You closed your account. Your devices, codes and documents are gone; what was paid is kept without your name and address. If it was not you, tell whoever runs this Coinless: nobody can open the account again.\n',
  },
  receipt: (paid: Receipt): MailText => ({
    subject: `Receipt for ${formatDollars(paid.amount)} at ${paid.deviceNumber}`,
    text: [
      `Amount: ${formatDollars(paid.amount)}`,
      `Duration: ${paid.minutes} minutes`,
      `Device number: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined ? [] : [`Customer name: ${paid.customerName ?? 'N/A'}`]),
      `Date: ${paid.time('en-US')}`,
      `Transaction ID: ${paid.id}`,
    ].join('\n'),
  }),
}
