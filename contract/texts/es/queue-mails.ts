import { limits } from '../../limits.ts'
import type { queueMails as english } from '../en/queue-mails.ts'

export const queueMails: typeof english = {
  turn: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber} está reservada para ti durante ${minutes} min`,
    text: `Es tu turno: la máquina ${deviceNumber} está reservada para ti durante ${minutes} min. Paga allí a tiempo. Si no, pasa a la siguiente persona.`,
  }),
  turn_missed: ({ isOut }) => ({
    subject: 'Has perdido tu turno',
    text: isOut
      ? `Has perdido tu turno ${limits.missedTurns} veces y ya no estás en la cola. Puedes volver a ponerte en ella.`
      : 'La máquina reservada para ti ha pasado a la siguiente persona. Ahora estás al final de la cola. Sal de ella si ya no necesitas una máquina.',
  }),
  hold_closed: ({ deviceNumber, isInLine }) => ({
    subject: `${deviceNumber} ya no está disponible`,
    text: `La máquina ${deviceNumber} ya no está disponible y ya no está reservada para ti. ${isInLine ? 'Conservas tu lugar en la cola.' : 'Puedes reservar otra.'}`,
  }),
  queue_closed: ({ location }) => ({
    subject: `Ya no estás en la cola: ${location}`,
    text: `Tu lugar en la cola ha terminado: ${location}. La sala ha cerrado, la cola se ha desactivado, ninguna máquina de ese tipo admite pagos allí o has esperado ${limits.queueEntryHours} horas.`,
  }),
}
