import type { reportMails as english } from '../en/report-mails.ts'

export const reportMails: typeof english = {
  report_made: ({ deviceNumber, location, kind, text }) => {
    const fault = {
      did_not_start: 'elle n’a pas démarré',
      stopped_early: 'elle s’est arrêtée trop tôt',
      damaged: 'elle est endommagée',
      other: 'quelque chose ne va pas',
    }[kind]
    const where = location === null ? '' : ` (${location})`
    return {
      subject: `Nouveau signalement : ${deviceNumber}`,
      text: `Un client signale un problème sur la machine ${deviceNumber}${where} : ${fault}.${text ? ` « ${text} »` : ''}\n\nRépondez au signalement, ou marquez-le comme résolu une fois le problème réglé.`,
    }
  },
  report_automatic: ({ deviceNumber }) => ({
    subject: `Remboursement à décider : ${deviceNumber}`,
    text: `Rien n’indique que la machine ${deviceNumber} a tourné pour un paiement. Comme elle a tourné pour le même client après un remboursement précédent, ce paiement n’est pas remboursé automatiquement. Remboursez-le, ou marquez le signalement comme résolu pour garder l’argent.`,
  }),
  report_answered: ({ deviceNumber, text }) => ({
    subject: `Réponse à votre signalement sur ${deviceNumber}`,
    text: `L’exploitant de la machine ${deviceNumber} a répondu${text === null ? '. Lisez la réponse dans Coinless, sous Mes signalements.' : ` : « ${text} »`}`,
  }),
  report_replied: ({ deviceNumber, text }) => ({
    subject: `Nouveau message sur un signalement : ${deviceNumber}`,
    text: `Le client qui a signalé un problème sur la machine ${deviceNumber} a écrit${text === null ? '. Lisez le message dans Coinless, sous Signalements.' : ` : « ${text} »`}`,
  }),
  report_done: ({ deviceNumber }) => ({
    subject: `Votre signalement sur ${deviceNumber} est résolu`,
    text: `L’exploitant a marqué comme résolu votre signalement sur la machine ${deviceNumber}. Si le problème se reproduit, signalez-le à nouveau.`,
  }),
}
