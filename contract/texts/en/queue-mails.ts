import { limits } from '../../limits.ts'
import type { MailText } from '../alert-mail.ts'

/** Mails and push messages about queues and holds. */
export const queueMails = {
  turn: ({ deviceNumber, minutes }: { deviceNumber: string; minutes: number }): MailText => ({
    subject: `${deviceNumber} is held for you for ${minutes} min`,
    text: `It is your turn: machine ${deviceNumber} is held for you for ${minutes} min. Pay there in time. Otherwise it goes to the next in line.`,
  }),
  turn_missed: ({ isOut }: { isOut: boolean }): MailText => ({
    subject: 'You missed your turn',
    text: isOut
      ? `You missed your turn ${limits.missedTurns} times and are no longer in line. You can join the queue again.`
      : 'The machine that was held for you went to the next in line. You are now last in line. Leave the queue if you no longer need a machine.',
  }),
  hold_closed: ({
    deviceNumber,
    isInLine,
  }: {
    deviceNumber: string
    isInLine: boolean
  }): MailText => ({
    subject: `${deviceNumber} is no longer available`,
    text: `Machine ${deviceNumber} is no longer available, so it is no longer held for you. ${isInLine ? 'You keep your place in line.' : 'You can hold another one.'}`,
  }),
  queue_closed: ({ location }: { location: string }): MailText => ({
    subject: `You are no longer in line: ${location}`,
    text: `Your place in line has ended: ${location}. The room closed, the queue was turned off, no such machine takes payments there, or you waited for ${limits.queueEntryHours} hours.`,
  }),
}
