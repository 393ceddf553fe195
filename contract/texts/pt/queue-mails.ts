import { limits } from '../../limits.ts'
import type { queueMails as english } from '../en/queue-mails.ts'

export const queueMails: typeof english = {
  turn: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber} está reservada para você por ${minutes} min`,
    text: `É a sua vez: a máquina ${deviceNumber} está reservada para você por ${minutes} min. Pague lá a tempo. Caso contrário, ela passa para a próxima pessoa.`,
  }),
  turn_missed: ({ isOut }) => ({
    subject: 'Você perdeu a sua vez',
    text: isOut
      ? `Você perdeu a sua vez ${limits.missedTurns} vezes e não está mais na fila. Você pode entrar de novo.`
      : 'A máquina reservada para você passou para a próxima pessoa. Agora você está no fim da fila. Saia da fila se não precisar mais de uma máquina.',
  }),
  hold_closed: ({ deviceNumber, isInLine }) => ({
    subject: `${deviceNumber} não está mais disponível`,
    text: `A máquina ${deviceNumber} não está mais disponível e não está mais reservada para você. ${isInLine ? 'Você mantém o seu lugar na fila.' : 'Você pode reservar outra.'}`,
  }),
  queue_closed: ({ location }) => ({
    subject: `Você não está mais na fila: ${location}`,
    text: `O seu lugar na fila terminou: ${location}. A sala fechou, a fila foi desativada, nenhuma máquina desse tipo aceita pagamentos lá ou você esperou ${limits.queueEntryHours} horas.`,
  }),
}
