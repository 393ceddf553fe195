import { limits } from '../../limits.ts'
import type { refusals as english } from '../en/refusals.ts'
import { formatsOf } from '../formats.ts'
import { bookingRefusals } from './booking-refusals.ts'
import later from './later.json' with { type: 'json' }

const { formatMoney, formatCount } = formatsOf('fr')

const rightNames = later.rights

export const refusals: typeof english = {
  mail_not_sent: ({ reason }) => `Le serveur de messagerie n’a pas accepté l’e-mail : ${reason}.`,
  second_factor_required:
    'Ici, les administrateurs ont besoin d’un second facteur. Ajoutez-en un dans votre profil, ou connectez-vous avec le vôtre.',
  user_not_found: 'Cet utilisateur n’existe pas.',
  session_not_found: 'Cette session est déjà fermée.',
  passkey_not_found: 'Cette clé d’accès n’existe pas.',
  left_behind_not_found: 'Cet élément a déjà été gardé ou supprimé.',
  verification_needed: `Confirmez d’abord votre adresse e-mail. Sans cela, un compte a au maximum ${formatCount(limits.madeUnverified)} appareils, autant de codes, et ${limits.othersMadeUnverified} lots, ${limits.othersMadeUnverified} contrôleurs et ${limits.othersMadeUnverified} ressources.`,
  too_many_unverified:
    'Les comptes non confirmés de votre réseau ont créé trop d’éléments aujourd’hui. Confirmez votre adresse e-mail, ou réessayez demain.',
  too_many_mails_of_network:
    'Trop de codes ont été envoyés par e-mail depuis votre réseau aujourd’hui. Réessayez demain, ou depuis un autre réseau, par exemple en données mobiles.',
  too_many_devices: `Un compte a au maximum ${formatCount(limits.devices)} appareils. Supprimez-en d’abord.`,
  too_many_codes: `Un compte a au maximum ${formatCount(limits.codes)} codes prépayés. Aucun code n’a été émis. Supprimez-en d’abord.`,
  too_many_batches: `Un compte a au maximum ${formatCount(limits.codeBatches)} lots. Émettez plutôt des codes un par un.`,
  mail_needs_verified:
    'L’émetteur doit d’abord confirmer son adresse e-mail, car les e-mails aux clients l’indiquent.',
  too_many_code_mails: `Vos clients reçoivent au maximum ${formatCount(limits.codeMailsADay)} e-mails par jour. Rien n’a été modifié. Réessayez demain, ou sans e-mails.`,
  not_a_guest: 'Ce compte n’est pas un compte invité.',
  guests_off: 'Les invités ne sont pas acceptés ici. Connectez-vous ou créez un compte.',
  no_role_for_guests: 'Un invité ne peut pas avoir de rôle. Il doit d’abord créer un compte.',
  too_many_guests:
    'Trop de comptes invités ont été créés depuis votre réseau aujourd’hui. Créez un compte, ou réessayez demain.',
  email_taken: 'Un compte existe déjà avec cet e-mail.',
  last_admin: 'C’est le dernier administrateur. Nommez-en d’abord un autre.',
  last_admin_closes:
    'Vous êtes le dernier administrateur. Nommez-en un autre avant de fermer votre compte.',
  card_money_pending:
    'Votre paiement ou remboursement par carte est encore en cours de traitement. Réessayez quand il sera terminé.',
  second_factor_exists: 'Vous avez déjà une application d’authentification. Désactivez-la d’abord.',
  too_many_roles: 'Cet utilisateur a le nombre maximal de rôles. Retirez-en un d’abord.',
  too_many_passkeys: 'Vous avez le nombre maximal de clés d’accès. Retirez-en une d’abord.',
  wrong_credentials: 'L’e-mail ou le mot de passe est incorrect.',
  second_factor_needed: 'Saisissez le code de votre application d’authentification.',
  factor_needed:
    'Confirmez avec votre clé d’accès, un code de votre application d’authentification ou un code de récupération.',
  wrong_second_factor:
    'Ce code est incorrect ou a déjà servi. Attendez le suivant, ou utilisez un code de récupération.',
  passkey_not_accepted:
    'Cette clé d’accès n’a pas été acceptée. Réessayez, ou utilisez votre mot de passe.',
  common_password: 'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  push_not_possible: 'Impossible d’envoyer des notifications à ce navigateur.',
  too_many_waits: `Vous attendez déjà ${limits.roomWaits} machines. Cessez d’abord d’en attendre une.`,
  queue_off: 'Cette salle n’a pas de file d’attente pour ces machines.',
  room_closed: 'La salle est fermée en ce moment. Réessayez quand elle ouvrira.',
  queue_full: `Cette file d’attente est pleine (${limits.queueLength} personnes). Réessayez plus tard.`,
  too_many_queues: `Vous êtes déjà dans ${limits.queueEntries} files d’attente. Quittez-en d’abord une.`,
  too_many_guests_queue:
    'Trop d’invités de votre réseau attendent ou réservent une machine. Connectez-vous avec un compte ou réessayez plus tard.',
  holds_off:
    'Cette machine ne peut pas être réservée. Payez sur place ou attendez qu’elle soit disponible.',
  device_not_available:
    'Cette machine n’est pas disponible pour l’instant et ne peut pas être réservée.',
  others_in_line: 'D’autres personnes attendent cette machine. Rejoignez la file d’attente.',
  one_hold_only: 'Vous avez déjà réservé une machine. Libérez-la d’abord.',
  ...bookingRefusals,
  hold_paused: ({ minutes }) =>
    `Vous n’avez pas utilisé votre dernière réservation. Vous pourrez réserver à nouveau dans ${minutes} min.`,
  wrong_email_code: 'Ce code est incorrect ou a expiré. Vérifiez-le, ou demandez-en un nouveau.',
  wrong_password: 'Le mot de passe actuel est incorrect.',
  too_busy: ({ seconds }) =>
    `Le serveur est très sollicité en ce moment. Réessayez dans ${seconds} secondes.`,
  controller_not_found: 'Ce contrôleur n’existe pas.',
  link_not_found: 'Aucun contrôleur n’est relié à cet appareil. Reliez-en d’abord un.',
  test_not_found: 'Cet essai n’existe pas.',
  too_many_simulated: `Un compte a au maximum ${limits.simulatedControllers} contrôleurs simulés. Supprimez-en d’abord un, ou reliez vos propres contrôleurs.`,
  too_many_controllers: `Un compte a au maximum ${limits.controllers} contrôleurs. Supprimez-en d’abord un.`,
  no_broker:
    'Ce serveur n’a pas de broker MQTT et ne peut donc pas joindre ce contrôleur. Demandez à votre administrateur de définir MQTT_URL.',
  link_exists: 'Cet appareil est déjà relié. Supprimez d’abord cette liaison.',
  channel_taken: 'Un autre appareil utilise ce canal. Choisissez-en un autre.',
  cycle_open: 'Un cycle est en cours. Réessayez quand il sera terminé.',
  driver_cannot:
    'Ce type de contrôleur ne commande que des relais. Il mesure la puissance, mais n’a pas d’entrée de marche.',
  too_long_for_controller: ({ minutes }) =>
    `Le contrôleur de cet appareil fonctionne au maximum ${minutes} minutes. Choisissez une durée plus courte pour chaque programme, ou un autre contrôleur.`,
  price_not_in_coins: ({ below, above }) =>
    `Ce prix est impossible avec des pièces de ce type. Prix possibles les plus proches : ${[
      below,
      above,
    ]
      .filter((price) => price !== null)
      .map(formatMoney)
      .join(' ou ')}.`,
  api_key_refused: 'Cette clé API n’existe pas, a été révoquée ou a expiré.',
  api_key_not_found: 'Cette clé API n’existe pas ou a été révoquée.',
  too_many_api_keys: `Un compte a au maximum ${limits.apiKeys} clés API actives. Révoquez-en d’abord une.`,
  display_not_found: 'Cet écran n’existe pas ou a été révoqué.',
  calendar_not_found: 'Ce calendrier n’existe pas ou a été désactivé.',
  too_many_displays: `Une salle a au maximum ${limits.displaysOfRoom} écrans. Révoquez-en d’abord un.`,
  staff_changed:
    'Vos droits sur ce compte viennent de changer. Rien d’autre n’a été fait. Réessayez.',
  all_places_only:
    'Vous ne travaillez pour ce compte que dans certains lieux. Cette action demande l’accès à tous.',
  other_place:
    'Vous ne travaillez pour ce compte que dans certains lieux. Choisissez l’un d’eux comme lieu.',
  not_staff: 'Vous ne travaillez pas, ou plus, pour ce compte.',
  staff_not_found: 'Cette personne ne travaille pas, ou plus, pour vous.',
  invitation_not_found:
    'Cette invitation n’existe pas, a expiré ou est pour une autre adresse. Connectez-vous avec l’adresse invitée et confirmez-la.',
  staff_exists:
    'Cette personne travaille déjà pour vous ou a déjà une invitation. Modifiez son rôle dans la liste.',
  staff_is_yourself: 'C’est votre propre adresse.',
  too_many_staff: `Un compte a au maximum ${limits.staff} personnes, invitations comprises. Retirez-en d’abord une.`,
  too_many_invitations_to_address: `Vous avez envoyé ${limits.invitationsToAddress} invitations à cette adresse en un jour. Réessayez demain.`,
  too_many_invitations: `Un compte envoie au maximum ${limits.invitationsADay} invitations par jour. Réessayez demain.`,
  owner_chooses_landlord: 'Seul le propriétaire du compte peut désigner un autre bailleur.',
  right_missing: ({ right }) => `Cette action demande le droit « ${rightNames[right]} ».`,
  webhook_not_found: 'Ce webhook n’existe pas.',
  delivery_not_found: 'Cet envoi n’existe pas.',
  too_many_webhooks: `Un compte a au maximum ${limits.webhooks} webhooks. Supprimez-en d’abord un.`,
  webhook_address_refused:
    'Un webhook a besoin d’une adresse https publique, sur le port 443 ou 8443, sans utilisateur ni mot de passe.',
  webhook_disabled: 'Ce webhook est désactivé. Activez-le d’abord.',
  terms_changed: ({ price, minutes }) =>
    `Cet appareil coûte maintenant ${formatMoney(price)} pour ${minutes} minutes. Vérifiez, puis payez à nouveau.`,
  device_not_active: 'Cet appareil n’accepte pas de paiement pour le moment.',
  device_in_use:
    'Cette machine est occupée. Rien n’a été débité. Attendez qu’elle ait terminé, ou choisissez-en une autre.',
  held_for_another: ({ minutes, others }) =>
    [
      minutes === null
        ? 'D’autres personnes attendent cette machine.'
        : `Cette machine est réservée à quelqu’un d’autre pendant encore ${minutes} min.`,
      'Rien n’a été débité.',
      others
        ? `Disponibles dans la même salle : ${others}.`
        : minutes === null
          ? 'Rejoignez la file d’attente ou choisissez une autre machine.'
          : 'Attendez ou choisissez une autre machine.',
    ].join(' '),
  device_silent:
    'Cette machine ne répond pas. Rien n’a été débité. Choisissez-en une autre, ou réessayez plus tard.',
  device_fault: 'Cette machine signale un défaut. Rien n’a été débité. Choisissez-en une autre.',
  device_out_of_order: 'Cette machine est en panne. Rien n’a été débité. Choisissez-en une autre.',
  device_changed:
    'La connexion de cette machine vient d’être modifiée. Rien n’a été débité. Si vous voulez toujours l’utiliser, payez à nouveau.',
  cycle_starting: 'La machine démarre. Réessayez dans une minute.',
  cycle_ended: 'Le cycle est déjà terminé.',
  cannot_be_stopped: 'Cette machine ne peut pas être arrêtée d’ici. Elle tourne jusqu’à la fin.',
  no_new_start: 'Ce paiement ne permet pas de relancer la machine.',
  code_not_accepted: 'Ce code n’est pas valable sur cet appareil. Vérifiez-le et réessayez.',
  code_disabled: 'Ce code est désactivé. Adressez-vous à la personne qui l’a émis.',
  code_balance_too_low: ({ balance, price }) =>
    `Il reste ${formatMoney(balance)} sur ce code ; cet appareil coûte ${formatMoney(price)}.`,
  card_declined: 'La carte a été refusée. Rien n’a été débité.',
  code_expired: 'Ce code a expiré. Adressez-vous à la personne qui l’a émis.',
  code_deleted: 'Le code qui a payé a été supprimé : il ne peut pas être remboursé.',
  expiry_in_the_past:
    'Un code ne peut expirer que dans le futur. Pour le bloquer maintenant, désactivez-le.',
  balance_too_high: ({ max }) => `Un code peut contenir au maximum ${formatMoney(max)}.`,
  batch_balance_too_high: ({ codes, max }) =>
    `Un code peut contenir au maximum ${formatMoney(max)}, et ${codes === null ? 'certains' : formatCount(codes)} de ces codes dépasseraient cette limite. Rien n’a été modifié.`,
  balance_too_low: ({ balance }) =>
    balance === null
      ? 'Le solde de ce code est inférieur. Saisissez un montant plus petit.'
      : `Vous pouvez retirer jusqu’à ${formatMoney(balance)}.`,
  refund_too_much: ({ left }) => {
    if (left === null) {
      return 'Il reste moins à rembourser sur ce paiement. Saisissez un montant plus petit.'
    }
    return left > 0
      ? `Vous pouvez rembourser jusqu’à ${formatMoney(left)}.`
      : 'Il ne reste rien à rembourser.'
  },
  refund_elsewhere:
    'Ce paiement a été encaissé par un autre prestataire ou un autre compte : il ne peut pas être remboursé ici.',
  cards_off: 'Les cartes ne sont pas acceptées ici. Utilisez un code prépayé.',
  top_ups_off: 'Ce bailleur n’accepte pas les recharges par carte. Adressez-vous à lui.',
  top_up_needs_verification: 'Confirmez d’abord votre adresse e-mail.',
  business_details_need_verification: 'Confirmez d’abord votre adresse e-mail.',
  too_many_business_details: `Un compte peut modifier ses coordonnées professionnelles ${limits.businessDetailsVersions} fois.`,
  top_up_amounts_differ:
    'Aucun montant ne peut dépasser la recharge maximale, qui ne peut pas dépasser le solde maximal.',
  top_up_too_large: ({ max }) =>
    `Vous pouvez ajouter jusqu’à ${formatMoney(max)} à la fois à ce code.`,
  top_up_too_full: ({ room }) =>
    `Vous pouvez ajouter jusqu’à ${formatMoney(room)} à ce code pour le moment.`,
  card_amount_too_small: ({ minimum }) =>
    `Le paiement par carte est possible à partir de ${formatMoney(minimum)}. Utilisez un code prépayé.`,
  card_processor_lost: ({ seconds }) =>
    `Le prestataire de paiement est injoignable pour le moment. Réessayez dans ${seconds} secondes.`,
  card_webhook_refused: 'Le prestataire de paiement n’a pas signé ce webhook.',
  invalid_input: 'Vérifiez votre saisie.',
  malformed_json: 'Le corps de la requête n’est pas un JSON valide.',
  body_too_deep: `Le corps de la requête a plus de ${limits.documentLevels} niveaux d’objets et de listes.`,
  bad_host: 'L’en-tête Host, ou l’hôte transmis par un proxy, n’est pas valide.',
  malformed_http: 'La requête n’est pas du HTTP valide.',
  too_many_resources: `Un compte a au maximum ${limits.resources} ressources, de ${limits.resourcesBytes / 2 ** 20} Mo au total. Supprimez-en d’abord.`,
  page_too_large:
    'Ces ressources sont trop volumineuses pour une page. Utilisez une valeur limit plus petite.',
  request_too_slow: 'La requête a mis trop de temps à arriver. Réessayez.',
  list_too_long: `Cette liste a plus de ${limits.wholeListMax} lignes. Demandez-en une partie, par exemple ?page=1&limit=100.`,
  too_many_rows: `Plus de ${formatCount(limits.bulkRows)} lignes correspondent. Réduisez-en le nombre avec la recherche et le filtre.`,
  period_too_long: 'Cette période compte trop d’opérations. Choisissez-en une plus courte.',
  bulk_change_not_found: 'Cette modification n’existe pas, ou est trop ancienne.',
  undo_too_late: `Une modification peut être annulée pendant ${limits.undoSeconds} secondes.`,
  too_many_cards: `Plus de ${formatCount(limits.batchCodes)} codes sont sélectionnés. Imprimez moins de cartes à la fois.`,
  too_many_stickers: `Plus de ${limits.stickers} appareils correspondent. Réduisez-en le nombre avec la recherche et le type.`,
  id_is_fixed: 'Le serveur définit l’id d’une ressource. Omettez le champ id.',
  bad_idempotency_key:
    'L’Idempotency-Key doit avoir de 1 à 255 caractères visibles, et pas seulement des points, par exemple un UUID.',
  signed_out: 'Connectez-vous.',
  session_expired: 'Votre session a expiré. Reconnectez-vous.',
  not_yours: 'Vous pouvez voir ceci, mais pas le modifier.',
  account_only: 'Les invités ne peuvent pas faire cela. Créez d’abord un compte. Vous gardez tout.',
  admin_only: 'Seuls les administrateurs peuvent faire cela.',
  path_not_found: 'Il n’y a rien à cette adresse.',
  method_not_allowed:
    'Cette adresse n’accepte pas cette méthode. L’en-tête Allow indique celles qu’elle accepte.',
  device_not_found: 'Cet appareil n’existe pas.',
  place_not_found: 'Vous n’avez aucun appareil dans ce lieu.',
  sticker_not_found:
    'Aucune machine avec ce numéro n’accepte de paiement. Vérifiez le numéro de l’autocollant, ou adressez-vous à l’exploitant.',
  batch_not_found: 'Ce lot de codes n’existe pas.',
  code_not_found: 'Ce code prépayé n’existe pas.',
  top_up_not_found: 'Cette recharge n’existe pas.',
  transaction_not_found: 'Cette transaction n’existe pas.',
  cycle_not_found:
    'Seuls la personne qui a payé, le propriétaire de la machine et les administrateurs peuvent voir ce paiement.',
  report_not_found: 'Seul l’auteur du signalement peut le voir.',
  photo_not_found: 'Cette photo n’existe pas, ou vous ne pouvez pas la voir.',
  case_not_found: 'Seul l’exploitant peut voir les signalements de cette machine.',
  case_done: 'C’est déjà résolu. Le prochain signalement le rouvre.',
  too_many_reports: `Vous pouvez signaler ${limits.reports} problèmes par jour. Réessayez demain.`,
  too_many_unpaid_reports:
    'Vous avez déjà signalé aujourd’hui une machine où vous n’avez jamais payé. Réessayez demain, ou signalez-en une où vous avez payé.',
  too_many_answers: `Un signalement a au maximum ${limits.reportAnswers} réponses.`,
  photo_unreadable:
    'Cette photo JPEG, PNG ou WebP est illisible. Choisissez-en une autre, ou retirez-la. Enregistrez d’abord une photo HEIC en JPEG.',
  photo_has_too_many_pixels: `Une photo peut avoir au maximum ${limits.photoPixels / 1_000_000} millions de pixels (la moitié avec 16 bits par couleur) et ${limits.photoSentSide} par côté. Choisissez-en une plus petite, ou retirez-la.`,
  too_many_photos: `Vous avez déjà ${limits.photos} photos enregistrées. Retirez celle-ci, et envoyez le signalement sans elle.`,
  too_many_photos_of_network:
    'Trop de photos ont été envoyées depuis votre réseau aujourd’hui. Retirez celle-ci, et envoyez le signalement sans elle.',
  resource_not_found: 'Cette ressource n’existe pas.',
  code_taken: 'Ce code est déjà utilisé. Choisissez-en un autre, ou générez-en un.',
  imported_code_taken: ({ row }) =>
    `Le code de la ligne ${row + 1} est déjà utilisé par un autre utilisateur.`,
  device_number_taken: ({ other }) =>
    other
      ? `${other.label}, ${other.location}, a déjà ce numéro.`
      : 'Un autre appareil du même propriétaire a déjà ce numéro.',
  batch_changed: ({ codes }) =>
    codes === null
      ? 'Le nombre de codes du lot a changé. Rien n’a été fait.'
      : `Le lot a changé et compte maintenant ${formatCount(codes)} codes. Rien n’a été fait. Vérifiez-le, puis réessayez.`,
  changed_meanwhile:
    'Ces données ont changé depuis que vous les avez ouvertes. Comparez, puis enregistrez de nouveau.',
  started_meanwhile:
    'La machine a déjà été démarrée, peut-être par vous dans un autre onglet. Rien n’a été fait. Vérifiez, puis décidez à nouveau.',
  paid_already: ({ minutes, is_pending }) =>
    `${is_pending ? 'Votre paiement par carte à cette machine n’est pas encore terminé : vous l’avez commencé' : 'Vous avez payé pour cette machine'} ${minutesAgo(minutes)}. Cette fois, rien n’a été débité. Voulez-vous payer à nouveau, pour plus de temps ?`,
  money_moved_meanwhile:
    'Les montants ont changé, peut-être par vous dans un autre onglet. Rien n’a été fait. Vérifiez-les, puis décidez à nouveau.',
  export_running: 'Un export de votre compte est déjà en cours. Attendez qu’il soit terminé.',
  condition_failed: 'Le fichier ne correspond pas à la condition de la requête.',
  range_not_found: 'Le fichier n’a pas la plage demandée.',
  body_too_large: 'La requête est trop volumineuse.',
  not_json: 'Envoyez le corps de la requête en application/json.',
  code_easy_to_guess:
    'Ce code est facile à deviner. Générez-en un, ou choisissez un texte plus long.',
  code_looks_mistyped:
    'Ce texte ressemble à un code généré, mais mal saisi. Générez-en un, ou choisissez un autre texte.',
  idempotency_key_reused:
    'Cette Idempotency-Key a servi pour une autre requête. Envoyez-en une nouvelle.',
  call_withdrawn: 'L’opération a été annulée avant d’arriver. Rien n’a été fait.',
  too_many_attempts: ({ seconds }) =>
    `Trop d’essais infructueux. Réessayez dans ${seconds} secondes.`,
  too_many_requests: ({ seconds }) => `Trop de requêtes. Réessayez dans ${seconds} secondes.`,
  internal_error: 'Un problème est survenu de notre côté. Réessayez.',
  database_lost: ({ seconds }) =>
    `Le service ne peut pas joindre sa base de données pour le moment. Réessayez dans ${seconds} secondes.`,
  not_ready: 'Le service démarre ou s’arrête, ou ne peut pas joindre sa base de données.',
}

function minutesAgo(minutes: number): string {
  if (minutes < 1) return 'à l’instant'
  return minutes === 1 ? 'il y a 1 minute' : `il y a ${minutes} minutes`
}
