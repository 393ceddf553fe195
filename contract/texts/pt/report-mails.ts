import type { reportMails as english } from '../en/report-mails.ts'

export const reportMails: typeof english = {
  report_made: ({ deviceNumber, location, kind, text }) => {
    const fault = {
      did_not_start: 'não ligou',
      stopped_early: 'parou antes da hora',
      damaged: 'está danificada',
      other: 'há algo errado',
    }[kind]
    const where = location === null ? '' : ` (${location})`
    return {
      subject: `Novo chamado: ${deviceNumber}`,
      text: `Um cliente relatou um problema na máquina ${deviceNumber}${where}: ${fault}.${text ? ` “${text}”` : ''}\n\nResponda ao chamado ou marque-o como resolvido quando tudo estiver em ordem.`,
    }
  },
  report_automatic: ({ deviceNumber }) => ({
    subject: `Decida sobre um reembolso: ${deviceNumber}`,
    text: `Não houve sinal de que a máquina ${deviceNumber} funcionou depois de um pagamento. Ela já funcionou para o mesmo cliente depois de um reembolso anterior, por isso este pagamento não é reembolsado automaticamente. Reembolse-o ou marque o chamado como resolvido para ficar com o valor.`,
  }),
  report_answered: ({ deviceNumber, text }) => ({
    subject: `Resposta ao seu chamado sobre ${deviceNumber}`,
    text: `O operador da máquina ${deviceNumber} respondeu${text === null ? '. Leia a resposta no Coinless, em Meus chamados.' : `: “${text}”`}`,
  }),
  report_replied: ({ deviceNumber, text }) => ({
    subject: `Nova mensagem em um chamado sobre ${deviceNumber}`,
    text: `O cliente que abriu o chamado sobre a máquina ${deviceNumber} escreveu${text === null ? '. Leia a mensagem no Coinless, em Chamados.' : `: “${text}”`}`,
  }),
  report_done: ({ deviceNumber }) => ({
    subject: `Seu chamado sobre ${deviceNumber} foi resolvido`,
    text: `O operador resolveu seu chamado sobre a máquina ${deviceNumber}. Se o problema voltar, relate-o de novo.`,
  }),
}
