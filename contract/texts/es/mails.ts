import { limits } from '../../limits.ts'
import { alertMail } from '../alert-mail.ts'
import type { mails as english } from '../en/mails.ts'
import { formatsOf } from '../formats.ts'
import { bookingMails } from './booking-mails.ts'
import { emailCodes } from './email-codes.ts'
import { queueMails } from './queue-mails.ts'

const { formatMoney, tag, formatPercent } = formatsOf('es')

const roles = { manager: 'gestor', technician: 'técnico', bookkeeper: 'contable' }

type IssuedCode = Parameters<typeof english.code_issued>[0]

function codeFacts({ code, balance, operator, place, until, link }: IssuedCode): string {
  const facts = [
    `Código: ${code}`,
    `Saldo: ${formatMoney(balance)}`,
    `Válido en: ${operator === null ? 'todas las máquinas de este servidor de Coinless' : `las máquinas de ${operator}${place ? ` (${place})` : ''}`}`,
    ...(until ? [`Caduca: ${until(tag)}`] : []),
  ]
  const way = link
    ? `Para pagar con él, abre este enlace:\n${link}`
    : 'Para pagar, escríbelo en una máquina.'
  return `${facts.join('\n')}\n\n${way}\n\nCualquiera que tenga el código puede gastarlo, así que no lo compartas.`
}

export const mails: typeof english = {
  test: {
    subject: 'Correo de prueba de Coinless',
    text: 'Coinless puede enviar correos a esta dirección.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'Un dispositivo te nombra como propietario en Coinless',
    text: 'Otro usuario ha añadido un dispositivo que te nombra como propietario. Hasta que lo aceptes, solo lo ven esa persona y tú. Acéptalo en tu panel, o recházalo para quitar tu nombre.\n',
  },
  account_closed: {
    subject: 'Tu cuenta de Coinless está cerrada',
    text: 'Has cerrado tu cuenta. Tus dispositivos, códigos y documentos ya no están. Los pagos se conservan sin tu nombre ni tu correo. La cuenta no se puede volver a abrir. Si no la has cerrado tú, avisa al administrador de este servidor de Coinless.\n',
  },
  refund_owed: ({ amount, deviceNumber, obstacle }) => ({
    subject: `Se deben ${formatMoney(amount)} a un cliente de ${deviceNumber}`,
    text: `Un ciclo en ${deviceNumber} no funcionó como se pagó, pero ${formatMoney(amount)} no se pueden reembolsar ${obstacle === 'card_refused' ? 'a la tarjeta' : 'al código prepago'}. ${
      {
        card_refused:
          'El procesador de tarjetas rechaza el reembolso. Acuerda otra forma con el cliente.',
        code_deleted: 'El código se ha eliminado. Acuerda otra forma con el cliente.',
        code_expired:
          'El código ha caducado. Amplíalo y el reembolso se hará automáticamente en diez minutos.',
        code_full:
          'El código tiene el saldo máximo. El reembolso se hará automáticamente cuando se gaste una parte.',
      }[obstacle]
    }`,
  }),
  refund_returned: ({ amount, kind, name }) => ({
    subject: `Reembolso fallido: ${formatMoney(amount)} a una tarjeta`,
    text: `El banco devolvió un reembolso de ${formatMoney(amount)}, que se había completado, por ${
      kind === 'payment' ? `un pago en ${name}` : 'una recarga con tarjeta'
    }. El cliente no lo ha recibido.${
      kind === 'top_up' ? ' El importe vuelve a estar en el código.' : ''
    } Reembólsalo otra vez o acuerda otra forma con el cliente.`,
  }),
  capture_failed: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: tarjeta rechazada, ${formatMoney(amount)} sin cobrar`,
    text: `${deviceNumber} arrancó con una tarjeta que había aprobado ${formatMoney(amount)}. Después la tarjeta fue rechazada y no se cobró nada. La máquina sigue en marcha y su uso se registra como pérdida.\n`,
  }),
  alerts: (troubles) =>
    alertMail(troubles, {
      silent: (number) => `${number} no responde`,
      outOfOrder: (number) => `${number} no funciona`,
      doubted: (number) => `${number} no arrancó dos veces seguidas`,
      back: (number) => `${number} vuelve a responder`,
      manyBack: (count) => `${count} dispositivos vuelven a responder`,
      many: (count) =>
        count === 1
          ? 'Uno de tus dispositivos necesita atención'
          : `${count} de tus dispositivos necesitan atención`,
      silentTitle: 'No responden:',
      silentAdvice: 'No aceptan pagos hasta que vuelvan a responder.',
      outOfOrderTitle:
        'No funcionan, porque dos ciclos seguidos no arrancaron o la máquina no se pudo apagar:',
      outOfOrderAdvice:
        'No aceptan pagos hasta que los revises y lo confirmes en la página del dispositivo.',
      doubtedTitle: 'No arrancaron dos veces seguidas con el mismo cliente, y no se midió consumo:',
      doubtedAdvice:
        'Siguen aceptando pagos: quizá no se eligió ningún programa. Revísalos si vuelve a ocurrir.',
      cutsSubject: 'Los ciclos de un cliente se cortan repetidamente',
      cutsTitle: `Cortados al menos ${limits.cutShortCycles} veces en ${limits.cutShortDays} días, con reembolso:`,
      cutsAdvice:
        'Si una máquina se corta antes del tiempo mínimo, se reembolsa todo: por ejemplo, si se desenchufa el controlador. Tu panel muestra quién es el cliente. Revisa las máquinas y sus enchufes.',
      cut: ({ cycles, given_back }) => `${cycles} ciclos, ${formatMoney(given_back)} reembolsados`,
      backTitle: 'Vuelven a responder:',
      since: (time) => `desde ${time}`,
      more: (count) => `y ${count} más`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }) => {
    const what = `${deviceNumber} ${state === 'not_started' ? 'no arrancó' : 'se paró antes de tiempo'}`
    const money = formatMoney(amount)
    const result = {
      code: `${money} reembolsados`,
      owed: `${money} pendientes de reembolso`,
      card: `${money} reembolsados`,
      hold: `${money} sin cobrar`,
    }[way]
    const back = {
      code: `Tus ${money} vuelven a estar en el código prepago.`,
      owed: `Tus ${money} volverán al código prepago en cuanto pueda recibirlos. El operador está avisado.`,
      card: `Tus ${money} vuelven a tu tarjeta. Puede tardar unos días.`,
      hold: `No se ha cobrado nada en tu tarjeta. Tu banco puede mostrar los ${money} retenidos unos días.`,
    }[way]
    return {
      subject: `${what}: ${result}`,
      text: `La máquina ${what}. ${back}\n\nMotivo: ${cause}.`,
    }
  },
  undecided: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: el operador decide sobre tus ${formatMoney(amount)}`,
    text: `No se vio funcionar la máquina ${deviceNumber}. Funcionó sin pagar tras un reembolso anterior, así que tus ${formatMoney(amount)} no se reembolsan automáticamente. El operador está avisado y decide. Verás la respuesta en tu aviso de Coinless.`,
  }),
  five_minutes: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber}: ${minutes === 1 ? 'queda' : 'quedan'} ${durationOf(minutes)}`,
    text: `La máquina ${deviceNumber} termina en ${durationOf(minutes)}.`,
  }),
  done: ({ deviceNumber }) => ({
    subject: `${deviceNumber} ha terminado`,
    text: `La máquina ${deviceNumber} ha terminado.`,
  }),
  one_free: ({ type, location }) => {
    const machine = {
      washer: 'una lavadora',
      dryer: 'una secadora',
      shower: 'una ducha',
      water: 'una toma de agua',
      electricity: 'un enchufe',
      other: 'una máquina',
    }[type]
    return {
      subject: `Hay ${machine} libre: ${location}`,
      text: `Hay ${machine} libre: ${location}. Pediste este aviso. No se te reserva, y otras personas pueden ocuparla antes.`,
    }
  },
  staff_invitation: ({ from, role, placeCount, days, ...where }) => ({
    subject: `${from} te invita a su cuenta de Coinless`,
    text: `${from} te invita a trabajar para su cuenta de Coinless como ${roles[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', en uno de sus lugares' : `, en ${placeCount} de sus lugares`}. Inicia sesión o crea una cuenta con esta dirección, y acepta en un plazo de ${days} días:\n\n${'link' in where ? where.link : `Abre Coinless en la dirección que usa ${from} y añade al final: ${where.path}`}\n\nSi no conoces a ${from}, ignora este correo.\n`,
  }),
  staff_joined: ({ email, role }) => ({
    subject: `${email} se ha unido a tu cuenta de Coinless`,
    text: `${email} ha aceptado tu invitación y ya trabaja para tu cuenta como ${roles[role]}. Si no le has invitado, quítale en Ajustes, Personal, y cambia tu contraseña.\n`,
  }),
  ...queueMails,
  ...bookingMails,
  webhook_rested: ({ host, days }) => ({
    subject: `Tu webhook a ${host} está desactivado`,
    text: `Durante ${days} días no ha llegado ningún envío a ${host}, así que Coinless ha desactivado tu webhook. Sus envíos muestran los errores. Arregla el receptor, activa el webhook y reenvía lo que falte.\n`,
  }),
  report_made: ({ deviceNumber, location, kind, text }) => {
    const fault = {
      did_not_start: 'no arrancó',
      stopped_early: 'se paró antes de tiempo',
      damaged: 'está dañada',
      other: 'algo va mal',
    }[kind]
    const where = location === null ? '' : ` (${location})`
    return {
      subject: `Nuevo aviso de problema: ${deviceNumber}`,
      text: `Un cliente avisa sobre la máquina ${deviceNumber}${where}: ${fault}.${text ? ` «${text}»` : ''}\n\nResponde al aviso, o ciérralo cuando el problema esté resuelto.`,
    }
  },
  report_automatic: ({ deviceNumber }) => ({
    subject: `Decide un reembolso: ${deviceNumber}`,
    text: `No se vio funcionar la máquina ${deviceNumber} con un pago. Funcionó para el mismo cliente tras un reembolso anterior, así que este pago no se reembolsa automáticamente. Reembólsalo, o cierra el aviso para conservar el dinero.`,
  }),
  report_answered: ({ deviceNumber, text }) => ({
    subject: `Respuesta a tu aviso sobre ${deviceNumber}`,
    text: `El operador de la máquina ${deviceNumber} ha respondido${text === null ? '. Lee la respuesta en Coinless, en tus avisos.' : `: «${text}»`}`,
  }),
  report_replied: ({ deviceNumber, text }) => ({
    subject: `Nuevo mensaje en un aviso sobre ${deviceNumber}`,
    text: `El cliente que avisó sobre la máquina ${deviceNumber} ha escrito${text === null ? '. Lee el mensaje en Coinless, en Avisos.' : `: «${text}»`}`,
  }),
  report_done: ({ deviceNumber }) => ({
    subject: `Tu aviso sobre ${deviceNumber} está resuelto`,
    text: `El operador ha resuelto tu aviso sobre la máquina ${deviceNumber}. Si el problema vuelve a ocurrir, avisa otra vez.`,
  }),
  weekly: ({ from, until, net, before, payments, silent, reports, link }) => {
    const named = ({ count, names }: typeof silent) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ' y más' : ''})`
    const lines = [
      `Del ${from(tag)} al ${until(tag)}: ${formatMoney(net)} ganados, ${payments === 1 ? '1 pago' : `${payments} pagos`}`,
      `La semana anterior: ${formatMoney(before)}`,
      `Dispositivos que requieren atención: ${named(silent)}`,
      `Avisos abiertos: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `Has pedido este correo. Desactívalo en tu perfil, en las notificaciones${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Tu semana en Coinless: ${formatMoney(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: (issued) => ({
    subject: `Código prepago con ${formatMoney(issued.balance)} de ${issued.from}`,
    text: `${issued.from} ha emitido un código prepago para ti.\n\n${codeFacts(issued)} Si no conoces a ${issued.from}, ignora este correo.\n`,
  }),
  code_topped_up: ({ amount, ...code }) => ({
    subject: `${formatMoney(amount)} más en tu código prepago`,
    text: `${code.from} ha añadido ${formatMoney(amount)} a tu código prepago.\n\n${codeFacts(code)}\n`,
  }),
  receipt: (paid) => ({
    subject: `Recibo de ${formatMoney(paid.amount)} en ${paid.deviceNumber}`,
    text: [
      `Importe: ${formatMoney(paid.amount)}`,
      `Duración: ${durationOf(paid.minutes)}`,
      ...(paid.programme === null ? [] : [`Programa: ${paid.programme}`]),
      `Número de dispositivo: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined
        ? []
        : [`Nombre del cliente: ${paid.customerName ?? 'N/D'}`]),
      `Fecha: ${paid.time(tag)}`,
      `ID de la transacción: ${paid.id}`,
    ].join('\n'),
  }),
  /** Added to a receipt that has a number. */
  receipt_lines: ({ kind, number, seller, taxId, rate, tax, net }) =>
    [
      `${kind === 'receipt' ? 'Recibo n.º' : 'Nota de abono n.º'}: ${number}`,
      `Vendedor: ${seller}`,
      ...(taxId === null ? [] : [`NIF o identificador fiscal: ${taxId}`]),
      ...(rate === null
        ? []
        : [
            `Impuesto incluido (${formatPercent(rate)}): ${formatMoney(tax)}`,
            `Base imponible: ${formatMoney(net)}`,
          ]),
    ].join('\n'),
  credit_note: ({ id, amount, deviceNumber, time }) => ({
    subject: `Nota de abono de ${formatMoney(amount)}${deviceNumber === null ? '' : ` en ${deviceNumber}`}`,
    text: [
      `Reembolsado: ${formatMoney(amount)}`,
      ...(deviceNumber === null ? [] : [`Número de dispositivo: ${deviceNumber}`]),
      `Fecha: ${time(tag)}`,
      `${deviceNumber === null ? 'ID de la recarga' : 'ID de la transacción'}: ${id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }) => ({
    subject: `Recibo de ${formatMoney(amount)} cargados en tu código prepago`,
    text: [
      `Importe: ${formatMoney(amount)}`,
      'Pagado con tarjeta para un código prepago',
      `Fecha: ${time(tag)}`,
      `ID de la recarga: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }) => ({
    subject: `Recarga fallida: ${formatMoney(amount)} vuelven a tu tarjeta`,
    text: `Tu tarjeta pagó ${formatMoney(amount)} para un código prepago que no pudo recibir el dinero: ${
      {
        code_deleted: 'se eliminó',
        code_disabled: 'se desactivó',
        code_expired: 'había caducado',
        code_full: 'tiene el saldo máximo',
        code_handed_on: 'ya no es tuyo',
      }[refusal]
    }. El dinero vuelve a tu tarjeta. Puede tardar unos días.`,
  }),
}

function durationOf(minutes: number): string {
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
