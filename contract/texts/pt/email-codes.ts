import { limits } from '../../limits.ts'
import type { emailCodes as english } from '../en/email-codes.ts'

const within = (minutes: number) => (minutes > 60 ? `${minutes / 60} horas` : `${minutes} minutos`)
const last = `\n\nUm endereço recebe no máximo ${limits.emailCodesToAddress} destes códigos por dia, e este é o último. Guarde este e-mail até usar o código.`

export const emailCodes: typeof english = {
  verification: ({ code, minutes, isLast }) => ({
    subject: 'Confirme seu e-mail no Coinless',
    text: `Digite este código no seu perfil do Coinless em até ${within(minutes)}:\n\n${code}${isLast ? last : ''}\n\nSe você não criou uma conta, ignore este e-mail. Sem o código, ninguém pode usar o seu endereço.\n`,
  }),
  password: ({ code, minutes, isLast }) => ({
    subject: 'Seu código para criar uma nova senha no Coinless',
    text: `Digite este código em até ${within(minutes)} para criar uma nova senha:\n\n${code}${isLast ? last : ''}\n\nSe você não pediu o código, ignore este e-mail: sua senha continua a mesma. Não passe o código para ninguém.\n`,
  }),
}
