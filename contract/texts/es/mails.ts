import { formatDollars } from '../../money.ts'
import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  test: {
    subject: 'Correo de prueba de Coinless',
    text: 'Los correos de Coinless llegan aquí.\n',
  },
  verification: ({ code, minutes }) => ({
    subject: 'Verifica tu correo para Coinless',
    text: `Escribe este código en tu perfil de Coinless en los próximos ${minutes} minutos:\n\n${code}\n\nSi no has abierto una cuenta, no hagas caso de este correo: sin el código, nadie obtiene derechos con tu dirección.\n`,
  }),
  password: ({ code, minutes }) => ({
    subject: 'Tu código para una contraseña nueva de Coinless',
    text: `Escribe este código en los próximos ${minutes} minutos para elegir una contraseña nueva:\n\n${code}\n\nSi no lo has pedido, no hagas caso de este correo: tu contraseña no cambia. No des el código a nadie.\n`,
  }),
  device_to_accept: {
    subject: 'Un dispositivo te nombra como propietario en Coinless',
    text: 'Alguien ha añadido un dispositivo que te nombra como propietario. Hasta que lo aceptes, solo lo veis esa persona y tú. En tu panel de Coinless ves lo que te espera: acéptalo, o recházalo para quitar tu nombre.\n',
  },
  account_closed: {
    subject: 'Tu cuenta de Coinless está cerrada',
    text: 'Has cerrado tu cuenta. Tus dispositivos, códigos y documentos ya no están; lo que se pagó se conserva sin tu nombre ni tu correo. Si no has sido tú, avisa a quien gestiona este Coinless: nadie puede volver a abrir la cuenta.\n',
  },
  receipt: (paid) => ({
    subject: `Recibo de ${formatDollars(paid.amount)} en ${paid.deviceNumber}`,
    text: [
      `Importe: ${formatDollars(paid.amount)}`,
      `Duración: ${paid.minutes} minutos`,
      `Número de dispositivo: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined
        ? []
        : [`Nombre del cliente: ${paid.customerName ?? 'N/D'}`]),
      `Fecha: ${paid.time('es-US')}`,
      `ID de la transacción: ${paid.id}`,
    ].join('\n'),
  }),
}
