import { limits } from '../../limits.ts'
import type { emailCodes as english } from '../en/email-codes.ts'

const within = (minutes: number) => (minutes > 60 ? `${minutes / 60} heures` : `${minutes} minutes`)
const last = `\n\nUne adresse reçoit au maximum ${limits.emailCodesToAddress} de ces codes par jour, et celui-ci est le dernier. Gardez cet e-mail jusqu’à ce que vous l’ayez utilisé.`

export const emailCodes: typeof english = {
  verification: ({ code, minutes, isLast }) => ({
    subject: 'Confirmez votre adresse e-mail pour Coinless',
    text: `Saisissez ce code dans votre profil Coinless dans les ${within(minutes)} :\n\n${code}${isLast ? last : ''}\n\nSi vous n’avez pas créé de compte, ignorez cet e-mail. Sans le code, personne ne peut utiliser votre adresse.\n`,
  }),
  password: ({ code, minutes, isLast }) => ({
    subject: 'Votre code pour un nouveau mot de passe Coinless',
    text: `Saisissez ce code dans les ${within(minutes)} pour choisir un nouveau mot de passe :\n\n${code}${isLast ? last : ''}\n\nSi vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe reste le même. Ne communiquez ce code à personne.\n`,
  }),
}
