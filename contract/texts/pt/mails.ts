import { limits } from '../../limits.ts'
import { alertMail } from '../alert-mail.ts'
import type { mails as english } from '../en/mails.ts'
import { formatsOf } from '../formats.ts'
import { bookingMails } from './booking-mails.ts'
import { emailCodes } from './email-codes.ts'
import { queueMails } from './queue-mails.ts'
import { reportMails } from './report-mails.ts'

const { formatMoney, tag, formatPercent } = formatsOf('pt')

const roles = { manager: 'gerente', technician: 'técnico', bookkeeper: 'contador' }

type IssuedCode = Parameters<typeof english.code_issued>[0]

function codeFacts({ code, balance, operator, place, until, link }: IssuedCode): string {
  const facts = [
    `Código: ${code}`,
    `Saldo: ${formatMoney(balance)}`,
    `Onde vale: ${operator === null ? 'em todas as máquinas deste servidor do Coinless' : `nas máquinas de ${operator}${place ? ` (${place})` : ''}`}`,
    ...(until ? [`Validade: ${until(tag)}`] : []),
  ]
  const way = link
    ? `Para pagar com ele, abra este link:\n${link}`
    : 'Para pagar, digite-o em uma máquina.'
  return `${facts.join('\n')}\n\n${way}\n\nQualquer pessoa com o código pode usá-lo, por isso não o compartilhe.`
}

export const mails: typeof english = {
  test: {
    subject: 'E-mail de teste do Coinless',
    text: 'O Coinless consegue enviar e-mails para este endereço.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'Um equipamento indica você como proprietário no Coinless',
    text: 'Outro usuário cadastrou um equipamento que indica você como proprietário. Até você aceitar, só vocês dois podem vê-lo. Aceite-o no seu painel ou recuse-o para remover seu nome.\n',
  },
  account_closed: {
    subject: 'Sua conta no Coinless foi encerrada',
    text: 'Você encerrou sua conta. Seus equipamentos, códigos e documentos foram excluídos. Os pagamentos são mantidos sem seu nome e e-mail. A conta não pode ser reaberta. Se não foi você quem a encerrou, fale com o administrador deste servidor do Coinless.\n',
  },
  refund_owed: ({ amount, deviceNumber, obstacle }) => ({
    subject: `Falta devolver ${formatMoney(amount)} a um cliente de ${deviceNumber}`,
    text: `Um ciclo pago em ${deviceNumber} não funcionou como deveria, mas não é possível devolver ${formatMoney(amount)} ${obstacle === 'card_refused' ? 'ao cartão' : 'ao código pré-pago'}. ${
      {
        card_refused:
          'A processadora do cartão recusa o reembolso. Combine outra forma com o cliente.',
        code_deleted: 'O código foi excluído. Combine outra forma com o cliente.',
        code_expired:
          'O código expirou. Prorrogue-o, e o reembolso será feito automaticamente em até dez minutos.',
        code_full:
          'O código está com o saldo máximo. O reembolso será feito automaticamente quando parte dele for gasta.',
      }[obstacle]
    }`,
  }),
  refund_returned: ({ amount, kind, name }) => ({
    subject: `Falha no reembolso: ${formatMoney(amount)} a um cartão`,
    text: `O banco devolveu um reembolso de ${formatMoney(amount)}, que já estava concluído, de ${
      kind === 'payment' ? `um pagamento em ${name}` : 'uma recarga com cartão'
    }. O cliente não o recebeu.${
      kind === 'top_up' ? ' O valor voltou para o código.' : ''
    } Reembolse de novo ou combine outra forma com o cliente.`,
  }),
  capture_failed: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: cartão recusado, sem cobrança de ${formatMoney(amount)}`,
    text: `${deviceNumber} ligou com um cartão que tinha aprovado ${formatMoney(amount)}. Depois o cartão foi recusado, e nada foi cobrado. A máquina continua funcionando, e o uso é registrado como perda.\n`,
  }),
  alerts: (troubles) =>
    alertMail(troubles, {
      silent: (number) => `${number} não responde`,
      outOfOrder: (number) => `${number} está fora de serviço`,
      doubted: (number) => `${number} falhou ao ligar duas vezes seguidas`,
      back: (number) => `${number} voltou a responder`,
      manyBack: (count) => `${count} equipamentos voltaram a responder`,
      many: (count) =>
        count === 1
          ? 'Um dos seus equipamentos requer atenção'
          : `${count} dos seus equipamentos requerem atenção`,
      silentTitle: 'Não respondem:',
      silentAdvice: 'Só aceitam pagamentos quando voltarem a responder.',
      outOfOrderTitle:
        'Fora de serviço, porque a máquina não ligou em dois ciclos seguidos ou não foi possível desligá-la:',
      outOfOrderAdvice:
        'Só aceitam pagamentos depois que você os verificar e confirmar isso na página do equipamento.',
      doubtedTitle: 'Falharam ao ligar duas vezes seguidas para um cliente, sem nenhum consumo:',
      doubtedAdvice:
        'Continuam aceitando pagamentos: talvez nenhum programa tenha sido escolhido. Verifique-os se acontecer de novo.',
      cutsSubject: 'Os ciclos de um cliente são interrompidos repetidamente',
      cutsTitle: `Interrompidos pelo menos ${limits.cutShortCycles} vezes em ${limits.cutShortDays} dias, com reembolso:`,
      cutsAdvice:
        'Um ciclo interrompido antes do tempo mínimo é reembolsado por inteiro, por exemplo se o controlador for tirado da tomada. O painel mostra quem é o cliente. Verifique as máquinas e as tomadas.',
      cut: ({ cycles, given_back }) => `${cycles} ciclos, ${formatMoney(given_back)} em reembolsos`,
      backTitle: 'Voltaram a responder:',
      since: (time) => `desde ${time}`,
      more: (count) => `e mais ${count}`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }) => {
    const what = `${deviceNumber} ${state === 'not_started' ? 'não ligou' : 'parou antes da hora'}`
    const money = formatMoney(amount)
    const result = {
      code: `reembolso de ${money}`,
      owed: `reembolso de ${money} pendente`,
      card: `reembolso de ${money}`,
      hold: `sem cobrança de ${money}`,
    }[way]
    const back = {
      code: `Seu reembolso de ${money} já está no código pré-pago.`,
      owed: `Seu reembolso de ${money} vai para o código pré-pago assim que ele puder recebê-lo. O operador foi avisado.`,
      card: `Seu reembolso de ${money} vai para o seu cartão. Isso pode levar alguns dias.`,
      hold: `Seu cartão não foi cobrado. O banco pode mostrar ${money} como valor bloqueado por alguns dias.`,
    }[way]
    return {
      subject: `${what}: ${result}`,
      text: `A máquina ${what}. ${back}\n\nMotivo: ${cause}.`,
    }
  },
  undecided: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: o operador decide sobre o reembolso de ${formatMoney(amount)}`,
    text: `Não houve sinal de que a máquina ${deviceNumber} funcionou. Ela já funcionou sem pagamento depois de um reembolso anterior, por isso o valor de ${formatMoney(amount)} não é reembolsado automaticamente. O operador foi avisado e vai decidir. Seu chamado no Coinless mostra a resposta.`,
  }),
  five_minutes: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber}: ${minutes === 1 ? 'falta' : 'faltam'} ${durationOf(minutes)}`,
    text: `A máquina ${deviceNumber} termina em cerca de ${durationOf(minutes)}.`,
  }),
  done: ({ deviceNumber }) => ({
    subject: `${deviceNumber} terminou`,
    text: `A máquina ${deviceNumber} terminou.`,
  }),
  one_free: ({ type, location }) => {
    const machine = {
      washer: 'uma lavadora',
      dryer: 'uma secadora',
      shower: 'um chuveiro',
      water: 'uma torneira',
      electricity: 'uma tomada',
      other: 'uma máquina',
    }[type]
    return {
      subject: `Há ${machine} livre: ${location}`,
      text: `Há ${machine} livre: ${location}. Você pediu este aviso. Não há reserva: outra pessoa pode chegar antes.`,
    }
  },
  staff_invitation: ({ from, role, placeCount, days, ...where }) => ({
    subject: `Convite de ${from} para a equipe no Coinless`,
    text: `Você recebeu um convite para trabalhar na conta de ${from} no Coinless como ${roles[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', em um dos locais dela' : `, em ${placeCount} dos locais dela`}. Entre ou crie uma conta com este e-mail e aceite em até ${days} dias:\n\n${'link' in where ? where.link : `Abra o Coinless no endereço que ${from} usa e acrescente a ele: ${where.path}`}\n\nSe você não conhece ${from}, ignore este e-mail.\n`,
  }),
  staff_joined: ({ email, role }) => ({
    subject: `${email} agora faz parte da sua equipe no Coinless`,
    text: `${email} aceitou seu convite e agora trabalha na sua conta como ${roles[role]}. Se o convite não foi seu, remova essa pessoa em Configurações > Equipe e altere sua senha.\n`,
  }),
  webhook_rested: ({ host, days }) => ({
    subject: `Seu webhook para ${host} foi desativado`,
    text: `Nenhuma entrega chegou a ${host} em ${days} dias, por isso o Coinless desativou seu webhook. As entregas mostram os erros. Corrija o servidor que as recebe, ative o webhook e reenvie as entregas que faltam.\n`,
  }),
  ...queueMails,
  ...bookingMails,
  ...reportMails,
  weekly: ({ from, until, net, before, payments, silent, reports, link }) => {
    const named = ({ count, names }: typeof silent) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ' e outros' : ''})`
    const lines = [
      `De ${from(tag)} a ${until(tag)}: receita de ${formatMoney(net)}, ${payments === 1 ? '1 pagamento' : `${payments} pagamentos`}`,
      `Semana anterior: ${formatMoney(before)}`,
      `Equipamentos que requerem atenção: ${named(silent)}`,
      `Chamados abertos: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `Você pediu este e-mail. Desative-o no seu perfil, em Notificações${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Sua semana no Coinless: ${formatMoney(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: (issued) => ({
    subject: `Código pré-pago de ${formatMoney(issued.balance)} enviado por ${issued.from}`,
    text: `${issued.from} emitiu um código pré-pago para você.\n\n${codeFacts(issued)} Se você não conhece ${issued.from}, ignore este e-mail.\n`,
  }),
  code_topped_up: ({ amount, ...code }) => ({
    subject: `Recarga de ${formatMoney(amount)} no seu código pré-pago`,
    text: `${code.from} adicionou ${formatMoney(amount)} ao seu código pré-pago.\n\n${codeFacts(code)}\n`,
  }),
  receipt: (paid) => ({
    subject: `Recibo de ${formatMoney(paid.amount)} em ${paid.deviceNumber}`,
    text: [
      `Valor: ${formatMoney(paid.amount)}`,
      `Duração: ${durationOf(paid.minutes)}`,
      ...(paid.programme === null ? [] : [`Programa: ${paid.programme}`]),
      `Número do equipamento: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined
        ? []
        : [`Nome do cliente: ${paid.customerName ?? 'N/D'}`]),
      `Data: ${paid.time(tag)}`,
      `ID da transação: ${paid.id}`,
    ].join('\n'),
  }),
  /** Added to a receipt that has a number. */
  receipt_lines: ({ kind, number, seller, taxId, rate, tax, net }) =>
    [
      `${kind === 'receipt' ? 'Recibo n.º' : 'Nota de crédito n.º'}: ${number}`,
      `Vendedor: ${seller}`,
      ...(taxId === null ? [] : [`CNPJ, CPF ou NIF: ${taxId}`]),
      ...(rate === null
        ? []
        : [
            `Imposto incluído (${formatPercent(rate)}): ${formatMoney(tax)}`,
            `Valor líquido: ${formatMoney(net)}`,
          ]),
    ].join('\n'),
  credit_note: ({ id, amount, deviceNumber, time }) => ({
    subject: `Nota de crédito de ${formatMoney(amount)}${deviceNumber === null ? '' : ` em ${deviceNumber}`}`,
    text: [
      `Reembolsado: ${formatMoney(amount)}`,
      ...(deviceNumber === null ? [] : [`Número do equipamento: ${deviceNumber}`]),
      `Data: ${time(tag)}`,
      `${deviceNumber === null ? 'ID da recarga' : 'ID da transação'}: ${id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }) => ({
    subject: `Recibo da recarga de ${formatMoney(amount)} no seu código pré-pago`,
    text: [
      `Valor: ${formatMoney(amount)}`,
      'Pago com cartão para um código pré-pago',
      `Data: ${time(tag)}`,
      `ID da recarga: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }) => ({
    subject: `Falha na recarga: ${formatMoney(amount)} de volta ao seu cartão`,
    text: `Seu cartão pagou ${formatMoney(amount)} para um código pré-pago que não pôde receber o valor: ${
      {
        code_deleted: 'ele foi excluído',
        code_disabled: 'ele foi desativado',
        code_expired: 'ele tinha expirado',
        code_full: 'ele está com o saldo máximo',
        code_handed_on: 'ele não é mais seu',
      }[refusal]
    }. O valor volta para o seu cartão. Isso pode levar alguns dias.`,
  }),
}

function durationOf(minutes: number): string {
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
