import { limits } from '../../limits.ts'
import { alertMail } from '../alert-mail.ts'
import type { mails as english } from '../en/mails.ts'
import { formatsOf } from '../formats.ts'
import { bookingMails } from './booking-mails.ts'
import { emailCodes } from './email-codes.ts'
import { queueMails } from './queue-mails.ts'
import { reportMails } from './report-mails.ts'

const { formatMoney, tag, formatPercent } = formatsOf('fr')

const roles = { manager: 'gestionnaire', technician: 'technicien', bookkeeper: 'comptable' }

type IssuedCode = Parameters<typeof english.code_issued>[0]

function codeFacts({ code, balance, operator, place, until, link }: IssuedCode): string {
  const facts = [
    `Code : ${code}`,
    `Solde : ${formatMoney(balance)}`,
    `Valable sur : ${operator === null ? 'toutes les machines de ce serveur Coinless' : `les machines de ${operator}${place ? ` (${place})` : ''}`}`,
    ...(until ? [`Expiration : ${until(tag)}`] : []),
  ]
  const way = link
    ? `Pour payer avec ce code, ouvrez ce lien :\n${link}`
    : 'Pour payer, saisissez-le à une machine.'
  return `${facts.join('\n')}\n\n${way}\n\nToute personne qui a le code peut le dépenser : ne le communiquez à personne.`
}

export const mails: typeof english = {
  test: {
    subject: 'E-mail de test de Coinless',
    text: 'Coinless peut envoyer des e-mails à cette adresse.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'Un appareil vous désigne comme bailleur sur Coinless',
    text: 'Un autre utilisateur a ajouté un appareil qui vous désigne comme bailleur. Tant que vous ne l’acceptez pas, seuls cette personne et vous pouvez le voir. Acceptez-le sur votre tableau de bord, ou refusez-le pour retirer votre nom.\n',
  },
  account_closed: {
    subject: 'Votre compte Coinless est fermé',
    text: 'Vous avez fermé votre compte. Vos appareils, codes et documents sont supprimés. Les paiements sont conservés sans votre nom ni votre adresse. Le compte ne peut pas être rouvert. Si vous ne l’avez pas fermé, contactez l’administrateur de ce serveur Coinless.\n',
  },
  refund_owed: ({ amount, deviceNumber, obstacle }) => ({
    subject: `${formatMoney(amount)} à rembourser à un client de ${deviceNumber}`,
    text: `Un cycle sur ${deviceNumber} ne s’est pas déroulé comme prévu, mais le montant de ${formatMoney(amount)} ne peut pas être remboursé ${obstacle === 'card_refused' ? 'sur la carte' : 'sur le code prépayé'}. ${
      {
        card_refused:
          'Le prestataire de paiement refuse le remboursement. Convenez d’un autre moyen avec le client.',
        code_deleted: 'Le code a été supprimé. Convenez d’un autre moyen avec le client.',
        code_expired:
          'Le code a expiré. Prolongez-le, et le remboursement suit automatiquement dans les dix minutes.',
        code_full:
          'Le code a atteint son solde maximal. Le remboursement suit automatiquement dès qu’une partie est dépensée.',
      }[obstacle]
    }`,
  }),
  refund_returned: ({ amount, kind, name }) => ({
    subject: `Échec du remboursement : ${formatMoney(amount)} sur une carte`,
    text: `La banque a renvoyé un remboursement de ${formatMoney(amount)}, déjà effectué, pour ${
      kind === 'payment' ? `un paiement sur ${name}` : 'une recharge par carte'
    }. Le client ne l’a pas reçu.${
      kind === 'top_up' ? ' Le montant est de nouveau sur le code.' : ''
    } Remboursez-le à nouveau, ou convenez d’un autre moyen avec le client.`,
  }),
  capture_failed: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber} : carte refusée, paiement de ${formatMoney(amount)} non débité`,
    text: `${deviceNumber} a démarré pour une carte qui avait autorisé ${formatMoney(amount)}. La carte a ensuite été refusée : rien n’a été débité. La machine continue de tourner, et son utilisation est enregistrée comme une perte.\n`,
  }),
  alerts: (troubles) =>
    alertMail(troubles, {
      silent: (number) => `${number} ne répond pas`,
      outOfOrder: (number) => `${number} est en panne`,
      doubted: (number) => `${number} n’a pas démarré deux fois de suite`,
      back: (number) => `${number} répond à nouveau`,
      manyBack: (count) => `${count} appareils répondent à nouveau`,
      many: (count) =>
        count === 1
          ? 'Un de vos appareils est à vérifier'
          : `${count} de vos appareils sont à vérifier`,
      silentTitle: 'Ne répondent pas :',
      silentAdvice: 'Ils n’acceptent aucun paiement tant qu’ils ne répondent pas.',
      outOfOrderTitle:
        'En panne, car deux cycles de suite n’ont pas démarré ou la machine n’a pas pu être arrêtée :',
      outOfOrderAdvice:
        'Ils n’acceptent aucun paiement tant que vous ne les avez pas vérifiés et que vous ne l’avez pas confirmé sur la page de l’appareil.',
      doubtedTitle:
        'N’ont pas démarré deux fois de suite pour un même client, sans puissance mesurée :',
      doubtedAdvice:
        'Ils acceptent toujours les paiements : peut-être qu’aucun programme n’a été choisi. Vérifiez-les si cela se reproduit.',
      cutsSubject: 'Les cycles d’un client sont souvent interrompus',
      cutsTitle: `Interrompus au moins ${limits.cutShortCycles} fois en ${limits.cutShortDays} jours, avec remboursement :`,
      cutsAdvice:
        'Une machine coupée avant sa durée minimale est remboursée en totalité, par exemple si son contrôleur est débranché. Le tableau de bord indique le nom du client. Vérifiez les machines et leurs prises.',
      cut: ({ cycles, given_back }) => `${cycles} cycles, remboursé : ${formatMoney(given_back)}`,
      backTitle: 'Répondent à nouveau :',
      since: (time) => `depuis le ${time}`,
      more: (count) => `et ${count} de plus`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }) => {
    const what = `${deviceNumber} ${state === 'not_started' ? 'n’a pas démarré' : 's’est arrêtée trop tôt'}`
    const money = formatMoney(amount)
    const result = {
      code: `remboursement de ${money}`,
      owed: `remboursement de ${money} en attente`,
      card: `remboursement de ${money}`,
      hold: `paiement de ${money} non débité`,
    }[way]
    const back = {
      code: `Le montant de ${money} vous a été remboursé sur le code prépayé.`,
      owed: `Le montant de ${money} vous sera remboursé sur le code prépayé dès que celui-ci pourra le recevoir. L’exploitant est prévenu.`,
      card: `Le montant de ${money} vous est remboursé sur votre carte. Cela peut prendre quelques jours.`,
      hold: `Votre carte n’a pas été débitée. Votre banque peut afficher un montant bloqué de ${money} pendant quelques jours.`,
    }[way]
    return {
      subject: `${what} : ${result}`,
      text: `La machine ${what}. ${back}\n\nMotif : ${cause}.`,
    }
  },
  undecided: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber} : l’exploitant décide du remboursement de ${formatMoney(amount)}`,
    text: `Rien n’indique que la machine ${deviceNumber} a tourné. Comme elle a tourné sans paiement après un remboursement précédent, votre paiement de ${formatMoney(amount)} n’est pas remboursé automatiquement. L’exploitant est prévenu et décide. Vous verrez sa réponse dans votre signalement sur Coinless.`,
  }),
  five_minutes: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber} : plus que ${durationOf(minutes)}`,
    text: `La machine ${deviceNumber} aura terminé dans environ ${durationOf(minutes)}.`,
  }),
  done: ({ deviceNumber }) => ({
    subject: `${deviceNumber} a terminé`,
    text: `La machine ${deviceNumber} a terminé.`,
  }),
  one_free: ({ type, location }) => {
    const machine = {
      washer: 'Un lave-linge est libre',
      dryer: 'Un sèche-linge est libre',
      shower: 'Une douche est libre',
      water: 'Un point d’eau est libre',
      electricity: 'Une prise électrique est libre',
      other: 'Une machine est libre',
    }[type]
    return {
      subject: `${machine} : ${location}`,
      text: `${machine} : ${location}. Vous avez demandé ce message. Rien n’est réservé : quelqu’un d’autre peut passer avant vous.`,
    }
  },
  staff_invitation: ({ from, role, placeCount, days, ...where }) => ({
    subject: `${from} vous invite sur son compte Coinless`,
    text: `${from} vous invite à travailler pour son compte sur Coinless. Rôle : ${roles[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', dans un de ses lieux' : `, dans ${placeCount} de ses lieux`}. Connectez-vous ou créez un compte avec cette adresse, et acceptez dans les ${days} jours :\n\n${'link' in where ? where.link : `Ouvrez Coinless à l’adresse que ${from} utilise, et ajoutez-y : ${where.path}`}\n\nSi vous ne connaissez pas ${from}, ignorez cet e-mail.\n`,
  }),
  staff_joined: ({ email, role }) => ({
    subject: `${email} a rejoint votre compte Coinless`,
    text: `${email} a accepté votre invitation et travaille maintenant pour votre compte. Rôle : ${roles[role]}. Si vous n’avez pas invité cette personne, retirez-la dans Paramètres, sous Équipe, et changez votre mot de passe.\n`,
  }),
  webhook_rested: ({ host, days }) => ({
    subject: `Votre webhook vers ${host} est désactivé`,
    text: `Aucun envoi n’a atteint ${host} depuis ${days} jours : Coinless a donc désactivé votre webhook. Ses envois montrent les erreurs. Réparez le récepteur, activez le webhook et renvoyez ce qui manque.\n`,
  }),
  ...queueMails,
  ...bookingMails,
  ...reportMails,
  weekly: ({ from, until, net, before, payments, silent, reports, link }) => {
    const named = ({ count, names }: typeof silent) =>
      count === 0 ? '0' : `${count} (${names.join(', ')}${count > names.length ? ', etc.' : ''})`
    const lines = [
      `Du ${from(tag)} au ${until(tag)} : ${formatMoney(net)} de recettes, ${payments < 2 ? `${payments} paiement` : `${payments} paiements`}`,
      `Semaine précédente : ${formatMoney(before)}`,
      `Appareils à vérifier : ${named(silent)}`,
      `Signalements ouverts : ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `Vous avez demandé cet e-mail. Désactivez-le dans votre profil, sous Notifications${link ? ` : ${link}/profile` : '.'}`
    return {
      subject: `Votre semaine sur Coinless : ${formatMoney(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: (issued) => ({
    subject: `Code prépayé de ${formatMoney(issued.balance)} de la part de ${issued.from}`,
    text: `${issued.from} a émis un code prépayé pour vous.\n\n${codeFacts(issued)} Si vous ne connaissez pas ${issued.from}, ignorez cet e-mail.\n`,
  }),
  code_topped_up: ({ amount, ...code }) => ({
    subject: `Votre code prépayé a été rechargé de ${formatMoney(amount)}`,
    text: `${code.from} a ajouté ${formatMoney(amount)} à votre code prépayé.\n\n${codeFacts(code)}\n`,
  }),
  receipt: (paid) => ({
    subject: `Reçu de ${formatMoney(paid.amount)} sur ${paid.deviceNumber}`,
    text: [
      `Montant : ${formatMoney(paid.amount)}`,
      `Durée : ${durationOf(paid.minutes)}`,
      ...(paid.programme === null ? [] : [`Programme : ${paid.programme}`]),
      `Numéro d’appareil : ${paid.deviceNumber}`,
      ...(paid.customerName === undefined ? [] : [`Nom du client : ${paid.customerName ?? 'N/D'}`]),
      `Date : ${paid.time(tag)}`,
      `ID de transaction : ${paid.id}`,
    ].join('\n'),
  }),
  /** Added to a receipt that has a number. */
  receipt_lines: ({ kind, number, seller, taxId, rate, tax, net }) =>
    [
      `${kind === 'receipt' ? 'Reçu n°' : 'Avoir n°'} : ${number}`,
      `Vendeur : ${seller}`,
      ...(taxId === null ? [] : [`Numéro de TVA ou identifiant fiscal : ${taxId}`]),
      ...(rate === null
        ? []
        : [
            `TVA incluse (${formatPercent(rate)}) : ${formatMoney(tax)}`,
            `Montant HT : ${formatMoney(net)}`,
          ]),
    ].join('\n'),
  credit_note: ({ id, amount, deviceNumber, time }) => ({
    subject: `Avoir de ${formatMoney(amount)}${deviceNumber === null ? '' : ` sur ${deviceNumber}`}`,
    text: [
      `Remboursé : ${formatMoney(amount)}`,
      ...(deviceNumber === null ? [] : [`Numéro d’appareil : ${deviceNumber}`]),
      `Date : ${time(tag)}`,
      `${deviceNumber === null ? 'ID de recharge' : 'ID de transaction'} : ${id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }) => ({
    subject: `Reçu de ${formatMoney(amount)} pour la recharge de votre code prépayé`,
    text: [
      `Montant : ${formatMoney(amount)}`,
      'Payé par carte pour un code prépayé',
      `Date : ${time(tag)}`,
      `ID de recharge : ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }) => ({
    subject: `Échec de la recharge : remboursement de ${formatMoney(amount)} sur votre carte`,
    text: `Votre carte a payé ${formatMoney(amount)} pour un code prépayé qui n’a pas pu recevoir l’argent : ${
      {
        code_deleted: 'il a été supprimé',
        code_disabled: 'il a été désactivé',
        code_expired: 'il avait expiré',
        code_full: 'il a atteint son solde maximal',
        code_handed_on: 'il n’est plus à vous',
      }[refusal]
    }. L’argent est remboursé sur votre carte. Cela peut prendre quelques jours.`,
  }),
}

function durationOf(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
