import { limits } from '../../limits.ts'
import { formatDollars } from '../../money.ts'
import { alertMail } from '../alert-mail.ts'
import type { mails as english } from '../en/mails.ts'
import { emailCodes } from './email-codes.ts'

export const mails: typeof english = {
  test: {
    subject: 'Correo de prueba de Coinless',
    text: 'Los correos de Coinless llegan aquí.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'Un dispositivo te nombra como propietario en Coinless',
    text: 'Alguien ha añadido un dispositivo que te nombra como propietario. Hasta que lo aceptes, solo lo veis esa persona y tú. En tu panel de Coinless ves lo que te espera: acéptalo, o recházalo para quitar tu nombre.\n',
  },
  account_closed: {
    subject: 'Tu cuenta de Coinless está cerrada',
    text: 'Has cerrado tu cuenta. Tus dispositivos, códigos y documentos ya no están; lo que se pagó se conserva sin tu nombre ni tu correo. Si no has sido tú, avisa a quien gestiona este Coinless: nadie puede volver a abrir la cuenta.\n',
  },
  refund_owed: ({ amount, deviceNumber, obstacle }) => ({
    subject: `Se deben ${formatDollars(amount)} a un cliente de ${deviceNumber}`,
    text: `Un ciclo en ${deviceNumber} no funcionó como se pagó, así que ${formatDollars(amount)} vuelven ${obstacle === 'card_refused' ? 'a la tarjeta' : 'al código de prepago'} con ${obstacle === 'card_refused' ? 'la' : 'el'} que se pagó. ${
      {
        card_refused:
          'El procesador de tarjetas lo rechaza y el dinero no puede volver: acuerda otra forma con el cliente.',
        code_deleted:
          'El código se ha eliminado y el dinero no puede volver: acuerda otra forma con el cliente.',
        code_expired: 'El código ha caducado. Amplíalo y el dinero volverá solo en diez minutos.',
        code_full:
          'El código tiene el máximo posible. El dinero volverá solo cuando se gaste una parte.',
      }[obstacle]
    }`,
  }),
  capture_failed: ({ amount, deviceNumber }) => ({
    subject: `Se rechazó una tarjeta después de arrancar ${deviceNumber}`,
    text: `${deviceNumber} arrancó con una tarjeta que había aprobado ${formatDollars(amount)}. Después se rechazó la tarjeta y no se cobró nada. La máquina sigue funcionando, y lo que funcione se anota como pérdida.\n`,
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
      silentAdvice: 'No se aceptan pagos hasta que vuelvan a responder.',
      outOfOrderTitle:
        'No funcionan, porque dos ciclos seguidos no arrancaron o la máquina no se pudo apagar:',
      outOfOrderAdvice:
        'No se aceptan pagos hasta que los revises y lo indiques en la página del dispositivo.',
      doubtedTitle: 'No arrancaron dos veces seguidas con el mismo cliente, y no se vio consumo:',
      doubtedAdvice:
        'Siguen aceptando pagos: quizá no se eligió ningún programa. Revísalos si vuelve a ocurrir.',
      cutsSubject: 'Los ciclos de un cliente se cortan una y otra vez',
      cutsTitle: `Cortados al menos ${limits.cutShortCycles} veces en ${limits.cutShortDays} días, con dinero devuelto:`,
      cutsAdvice:
        'Lo que corta una máquina antes del mínimo lo devuelve todo: por ejemplo, desenchufar el controlador. Tu panel nombra al cliente. Revisa las máquinas y sus enchufes.',
      cut: ({ cycles, given_back }) => `${cycles} ciclos, ${formatDollars(given_back)} devueltos`,
      backTitle: 'Vuelven a responder:',
      since: (time) => `desde ${time} UTC`,
      more: (count) => `y ${count} más`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }) => {
    const what =
      state === 'not_started'
        ? `La máquina ${deviceNumber} no arrancó`
        : `La máquina ${deviceNumber} se paró antes de tiempo`
    const dollars = formatDollars(amount)
    const back = {
      code: `Tus ${dollars} vuelven a estar en el código.`,
      owed: `Tus ${dollars} volverán al código en cuanto pueda recibirlos: quien tiene la máquina lo sabe.`,
      card: `Tus ${dollars} vuelven a tu tarjeta; puede tardar unos días.`,
      hold: `Tus ${dollars} vuelven a ser tuyos: no se ha cobrado nada en tu tarjeta. Tu banco puede mostrar el importe retenido unos días.`,
    }[way]
    return {
      subject: `${what}: ${dollars} de vuelta`,
      text: `${what}. ${back}\n\nMotivo: ${cause}.`,
    }
  },
  undecided: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: el operador decide sobre tus ${formatDollars(amount)}`,
    text: `No se vio funcionar la máquina ${deviceNumber}. Tras un reembolso anterior funcionó sin estar pagada, así que tus ${formatDollars(amount)} no se devuelven automáticamente. El operador decide y ya está avisado. Verás la respuesta en tu aviso de Coinless.`,
  }),
  five_minutes: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber}: quedan ${minutes} minutos`,
    text: `La máquina ${deviceNumber} termina en unos ${minutes} minutos.`,
  }),
  done: ({ deviceNumber }) => ({
    subject: `${deviceNumber} ha terminado`,
    text: `La máquina ${deviceNumber} ha terminado.`,
  }),
  one_free: ({ type, location }) => {
    const what = {
      washer: 'Hay una lavadora libre',
      dryer: 'Hay una secadora libre',
      shower: 'Hay una ducha libre',
      water: 'Hay una toma de agua libre',
      electricity: 'Hay un enchufe libre',
      other: 'Hay una máquina libre',
    }[type]
    return {
      subject: `${what}: ${location}`,
      text: `${what}, como pediste: ${location}. No se te reserva, y puede que hayamos avisado también a otras personas.`,
    }
  },
  staff_invitation: ({ from, role, placeCount, days, ...where }) => ({
    subject: 'Te invitan a trabajar para una cuenta de Coinless',
    text: `${from} te invita a trabajar para su cuenta de Coinless como ${{ manager: 'gestor', technician: 'técnico', bookkeeper: 'contable' }[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', en uno de sus lugares' : `, en ${placeCount} de sus lugares`}. Inicia sesión, o crea una cuenta, con esta dirección y acepta en un plazo de ${days} días:\n\n${'link' in where ? where.link : `Abre Coinless en la dirección que usa ${from} y añade esto detrás: ${where.path}`}\n\nSi no conoces a ${from}, ignora este correo.\n`,
  }),
  staff_joined: ({ email, role }) => ({
    subject: `${email} trabaja ahora para tu cuenta de Coinless`,
    text: `${email} ha aceptado tu invitación y trabaja para tu cuenta como ${{ manager: 'gestor', technician: 'técnico', bookkeeper: 'contable' }[role]}. Si no le has invitado, quítale en Personal y cambia tu contraseña.\n`,
  }),
  webhook_rested: ({ host, days }) => ({
    subject: `Coinless ha desactivado tu webhook a ${host}`,
    text: `Durante ${days} días no ha llegado nada a ${host}, así que ya no se envía nada allí. Tu webhook dice en Envíos qué falló. Actívalo cuando su receptor vuelva a funcionar y envía de nuevo lo que todavía deba recibir.\n`,
  }),
  report_made: ({ deviceNumber, kind, text }) => {
    const fault = {
      did_not_start: 'no arrancó',
      stopped_early: 'se paró antes de tiempo',
      damaged: 'está dañada',
      other: 'algo va mal',
    }[kind]
    return {
      subject: `${deviceNumber}: ${fault}`,
      text: `Alguien avisa sobre la máquina ${deviceNumber}: ${fault}.${text ? ` «${text}»` : ''}`,
    }
  },
  report_automatic: ({ deviceNumber }) => ({
    subject: `${deviceNumber}: un pago espera tu decisión`,
    text: `No se vio funcionar la máquina ${deviceNumber} con un pago. Tras un reembolso anterior funcionó para el mismo cliente, así que este pago no se devuelve automáticamente. Devuélvelo, o cierra el aviso para conservar el dinero.`,
  }),
  report_answered: ({ deviceNumber, text }) => ({
    subject: `Respuesta a tu aviso sobre ${deviceNumber}`,
    text: `Quien gestiona la máquina ${deviceNumber} ha respondido${text === null ? '. Lee la respuesta en Coinless, en tus avisos.' : `: «${text}»`}`,
  }),
  report_done: ({ deviceNumber }) => ({
    subject: `Tu aviso sobre ${deviceNumber} está resuelto`,
    text: `Lo que avisaste sobre la máquina ${deviceNumber} está resuelto. Si vuelve a pasar, avisa otra vez.`,
  }),
  weekly: ({ from, until, net, before, payments, silent, reports, link }) => {
    const named = ({ count, names }: typeof silent) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ' y más' : ''})`
    const lines = [
      `Del ${from('es-US')} al ${until('es-US')}: ${formatDollars(net)} ganados, ${payments === 1 ? '1 pago' : `${payments} pagos`}`,
      `La semana anterior: ${formatDollars(before)}`,
      `Dispositivos que requieren atención: ${named(silent)}`,
      `Avisos abiertos: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `Has pedido este correo. Desactívalo en tu perfil, en las notificaciones${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Tu semana en Coinless: ${formatDollars(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: ({ code, from, balance, until }) => ({
    subject: `Tu código prepago con ${formatDollars(balance)}`,
    text: `${from} ha emitido un código prepago para ti. Con él pagas en sus máquinas.\n\nCódigo: ${code}\nSaldo: ${formatDollars(balance)}${until ? `\nCaduca: ${until('es-US')}` : ''}\n\nQuien tiene el código puede gastarlo: guárdalo para ti. Si no conoces a ${from}, no hagas caso de este correo.`,
  }),
  code_topped_up: ({ amount, code, from, balance, until }) => ({
    subject: `${formatDollars(amount)} más en tu código prepago`,
    text: `${from} ha puesto ${formatDollars(amount)} en tu código prepago.\n\nCódigo: ${code}\nSaldo: ${formatDollars(balance)}${until ? `\nCaduca: ${until('es-US')}` : ''}\n\nQuien tiene el código puede gastarlo: guárdalo para ti.`,
  }),
  receipt: (paid) => ({
    subject: `Recibo de ${formatDollars(paid.amount)} en ${paid.deviceNumber}`,
    text: [
      `Importe: ${formatDollars(paid.amount)}`,
      `Duración: ${paid.minutes} minutos`,
      ...(paid.programme === null ? [] : [`Programa: ${paid.programme}`]),
      `Número de dispositivo: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined
        ? []
        : [`Nombre del cliente: ${paid.customerName ?? 'N/D'}`]),
      `Fecha: ${paid.time('es-US')}`,
      `ID de la transacción: ${paid.id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }) => ({
    subject: `Recibo de ${formatDollars(amount)} cargados en tu código prepago`,
    text: [
      `Importe: ${formatDollars(amount)}`,
      'Pagado con tarjeta, para un código prepago',
      `Fecha: ${time('es-US')}`,
      `ID de la recarga: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }) => ({
    subject: `${formatDollars(amount)} vuelven a tu tarjeta`,
    text: `Tu tarjeta pagó ${formatDollars(amount)} para un código prepago que no pudo recibir el dinero: ${
      {
        code_deleted: 'se eliminó',
        code_disabled: 'se desactivó',
        code_expired: 'había caducado',
        code_full: 'tiene todo el saldo que puede tener un código',
        code_handed_on: 'ya no es tuyo',
      }[refusal]
    }. El dinero vuelve a tu tarjeta, lo que puede tardar unos días.`,
  }),
}
