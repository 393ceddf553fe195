import { limits } from '../../limits.ts'
import type { queueMails as english } from '../en/queue-mails.ts'

export const queueMails: typeof english = {
  turn: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber} vous est réservée pendant ${minutes} min`,
    text: `C’est votre tour : la machine ${deviceNumber} vous est réservée pendant ${minutes} min. Payez sur place à temps, sinon elle passe à la personne suivante.`,
  }),
  turn_missed: ({ isOut }) => ({
    subject: 'Vous avez manqué votre tour',
    text: isOut
      ? `Vous avez manqué votre tour ${limits.missedTurns} fois et n’êtes plus dans la file d’attente. Vous pouvez la rejoindre à nouveau.`
      : 'La machine qui vous était réservée est passée à la personne suivante. Vous êtes maintenant en fin de file. Quittez la file si vous n’avez plus besoin d’une machine.',
  }),
  hold_closed: ({ deviceNumber, isInLine }) => ({
    subject: `${deviceNumber} n’est plus disponible`,
    text: `La machine ${deviceNumber} n’est plus disponible et ne vous est plus réservée. ${isInLine ? 'Vous gardez votre place dans la file.' : 'Vous pouvez en réserver une autre.'}`,
  }),
  queue_closed: ({ location }) => ({
    subject: `Vous n’êtes plus dans la file : ${location}`,
    text: `Votre place dans la file d’attente a pris fin : ${location}. La salle a fermé, la file a été désactivée, aucune machine de ce type n’y accepte de paiements, ou vous avez attendu ${limits.queueEntryHours} heures.`,
  }),
}
