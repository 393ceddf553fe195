import { limits } from '../../limits.ts'
import type { emailCodes as english } from '../en/email-codes.ts'

const within = (minutes: number) =>
  minutes > 60 ? `las próximas ${minutes / 60} horas` : `los próximos ${minutes} minutos`
const last = `\n\nUna dirección recibe como máximo ${limits.emailCodesToAddress} de estos códigos al día, y este es el último. Guarda este correo hasta que lo hayas usado.`

export const emailCodes: typeof english = {
  verification: ({ code, minutes, isLast }) => ({
    subject: 'Verifica tu correo para Coinless',
    text: `Escribe este código en tu perfil de Coinless en ${within(minutes)}:\n\n${code}${isLast ? last : ''}\n\nSi no has creado una cuenta, ignora este correo. Sin el código, nadie puede usar tu dirección.\n`,
  }),
  password: ({ code, minutes, isLast }) => ({
    subject: 'Tu código para una contraseña nueva de Coinless',
    text: `Escribe este código en ${within(minutes)} para elegir una contraseña nueva:\n\n${code}${isLast ? last : ''}\n\nSi no lo has pedido, ignora este correo: tu contraseña no cambia. No compartas el código con nadie.\n`,
  }),
}
