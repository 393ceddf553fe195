import { limits } from '../../limits.ts'
import type { emailCodes as english } from '../en/email-codes.ts'

const within = (minutes: number) =>
  minutes > 60 ? `las próximas ${minutes / 60} horas` : `los próximos ${minutes} minutos`
const last = `\n\nUna dirección recibe como máximo ${limits.emailCodesToAddress} de estos códigos al día, y este es el último. Guarda este correo hasta que lo hayas usado.`

export const emailCodes: typeof english = {
  verification: ({ code, minutes, isLast }) => ({
    subject: 'Verifica tu correo para Coinless',
    text: `Escribe este código en tu perfil de Coinless en ${within(minutes)}:\n\n${code}${isLast ? last : ''}\n\nSi no has abierto una cuenta, no hagas caso de este correo: sin el código, nadie obtiene derechos con tu dirección.\n`,
  }),
  password: ({ code, minutes, isLast }) => ({
    subject: 'Tu código para una contraseña nueva de Coinless',
    text: `Escribe este código en ${within(minutes)} para elegir una contraseña nueva:\n\n${code}${isLast ? last : ''}\n\nSi no lo has pedido, no hagas caso de este correo: tu contraseña no cambia. No des el código a nadie.\n`,
  }),
}
