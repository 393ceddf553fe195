import { limits } from '../../limits.ts'
import type { Right } from '../../rights.ts'
import type { refusals as english } from '../en/refusals.ts'
import { formatsOf } from '../formats.ts'
import { bookingRefusals } from './booking-refusals.ts'
import later from './later.json' with { type: 'json' }

const { formatMoney, formatCount } = formatsOf('de')

const rightNames: Record<Right | 'account', string> = later.rights

export const refusals: typeof english = {
  mail_not_sent: ({ reason }) => `Der Mailserver hat die E-Mail nicht angenommen: ${reason}.`,
  second_factor_required:
    'Admins brauchen hier einen zweiten Faktor. Richten Sie einen in Ihrem Profil ein oder melden Sie sich mit Ihrem an.',
  user_not_found: 'Diesen Benutzer gibt es nicht.',
  session_not_found: 'Diese Sitzung ist schon beendet.',
  passkey_not_found: 'Diesen Passkey gibt es nicht.',
  left_behind_not_found: 'Das wurde schon behalten oder entfernt.',
  verification_needed: `Bestätigen Sie zuerst Ihre E-Mail-Adresse. Ohne Bestätigung hat ein Konto höchstens ${formatCount(limits.madeUnverified)} Geräte, ebenso viele Codes und je ${limits.othersMadeUnverified} Serien, Steuerungen und Ressourcen.`,
  too_many_unverified:
    'Unbestätigte Konten in Ihrem Netz haben heute zu viel hinzugefügt. Bestätigen Sie Ihre E-Mail-Adresse oder versuchen Sie es morgen wieder.',
  too_many_mails_of_network:
    'Aus Ihrem Netz wurden heute zu viele Codes per E-Mail gesendet. Versuchen Sie es morgen wieder oder aus einem anderen Netz, etwa über mobile Daten.',
  too_many_devices: `Ein Konto hat höchstens ${formatCount(limits.devices)} Geräte. Löschen Sie zuerst einige.`,
  too_many_codes: `Ein Konto hat höchstens ${formatCount(limits.codes)} Guthabencodes. Es wurde kein Code ausgestellt. Löschen Sie zuerst einige.`,
  too_many_batches: `Ein Konto hat höchstens ${formatCount(limits.codeBatches)} Serien. Stellen Sie stattdessen einzelne Codes aus.`,
  mail_needs_verified:
    'Der Aussteller muss zuerst seine E-Mail-Adresse bestätigen, denn E-Mails an Kunden nennen sie.',
  too_many_code_mails: `Ihre Kunden erhalten höchstens ${formatCount(limits.codeMailsADay)} E-Mails am Tag. Es wurde nichts geändert. Versuchen Sie es morgen wieder oder ohne E-Mails.`,
  not_a_guest: 'Das ist schon ein vollwertiges Konto.',
  guests_off: 'Gäste sind hier nicht zugelassen. Melden Sie sich an oder erstellen Sie ein Konto.',
  no_role_for_guests: 'Ein Gast kann keine Rolle haben. Er muss zuerst ein Konto erstellen.',
  too_many_guests:
    'In Ihrem Netz haben heute zu viele Gäste begonnen. Erstellen Sie ein Konto oder versuchen Sie es morgen wieder.',
  email_taken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  last_admin: 'Das ist der letzte Admin. Machen Sie zuerst einen anderen Benutzer zum Admin.',
  last_admin_closes:
    'Sie sind der letzte Admin. Machen Sie einen anderen Benutzer zum Admin, bevor Sie Ihr Konto schließen.',
  card_money_pending:
    'Ihre Kartenzahlung oder Erstattung wird noch bearbeitet. Versuchen Sie es wieder, wenn sie abgeschlossen ist.',
  second_factor_exists: 'Sie haben schon einen Authenticator. Schalten Sie ihn zuerst aus.',
  too_many_roles:
    'Dieser Benutzer hat die höchste Anzahl an Rollen. Entfernen Sie zuerst eine davon.',
  too_many_passkeys: 'Sie haben die höchste Anzahl an Passkeys. Entfernen Sie zuerst einen davon.',
  wrong_credentials: 'E-Mail-Adresse oder Passwort ist falsch.',
  second_factor_needed: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
  factor_needed:
    'Bestätigen Sie dies mit Ihrem Passkey, einem Code aus Ihrer Authenticator-App oder einem Wiederherstellungscode.',
  wrong_second_factor:
    'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten oder verwenden Sie einen Wiederherstellungscode.',
  passkey_not_accepted:
    'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  common_password: 'Das ist eines der häufigsten Passwörter. Wählen Sie ein anderes.',
  push_not_possible: 'An diesen Browser können keine Benachrichtigungen gesendet werden.',
  too_many_waits: `Sie warten schon auf ${limits.roomWaits} Geräte. Wählen Sie zuerst bei einem davon „Nicht mehr warten“.`,
  queue_off: 'In diesem Raum gibt es für diese Geräte keine Warteschlange.',
  room_closed: 'Der Raum ist jetzt geschlossen. Versuchen Sie es wieder, wenn er öffnet.',
  queue_full: `Diese Warteschlange ist mit ${limits.queueLength} Personen voll. Versuchen Sie es später noch einmal.`,
  too_many_queues: `Sie stehen schon in ${limits.queueEntries} Warteschlangen. Verlassen Sie zuerst eine davon.`,
  too_many_guests_queue:
    'Zu viele Gäste Ihres Netzwerks warten oder reservieren ein Gerät. Melden Sie sich mit einem Konto an, oder versuchen Sie es später noch einmal.',
  holds_off:
    'Dieses Gerät lässt sich nicht reservieren. Bezahlen Sie direkt am Gerät, oder warten Sie, bis es verfügbar ist.',
  device_not_available: 'Dieses Gerät ist gerade nicht verfügbar und lässt sich nicht reservieren.',
  others_in_line: 'Für dieses Gerät stehen andere an. Stellen Sie sich in die Warteschlange.',
  one_hold_only: 'Sie haben schon ein Gerät reserviert. Geben Sie es zuerst frei.',
  ...bookingRefusals,
  hold_paused: ({ minutes }) =>
    `Sie haben Ihre letzte Reservierung nicht genutzt. In ${minutes} Min. können Sie wieder reservieren.`,
  wrong_email_code:
    'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie einen neuen an.',
  wrong_password: 'Das aktuelle Passwort ist falsch.',
  too_busy: ({ seconds }) =>
    `Der Server ist gerade stark ausgelastet. Bitte versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  controller_not_found: 'Diese Steuerung gibt es nicht.',
  link_not_found:
    'Mit diesem Gerät ist keine Steuerung verknüpft. Verknüpfen Sie zuerst eine Steuerung.',
  test_not_found: 'Diesen Teststart gibt es nicht.',
  too_many_simulated: `Ein Konto hat höchstens ${limits.simulatedControllers} simulierte Steuerungen. Löschen Sie zuerst eine oder verbinden Sie eigene Steuerungen.`,
  too_many_controllers: `Ein Konto hat höchstens ${limits.controllers} Steuerungen. Löschen Sie zuerst eine.`,
  no_broker:
    'Dieser Server hat keinen MQTT-Broker und erreicht diese Steuerung deshalb nicht. Bitten Sie Ihren Administrator, MQTT_URL zu setzen.',
  link_exists: 'Dieses Gerät ist schon verknüpft. Entfernen Sie zuerst diese Verknüpfung.',
  channel_taken: 'Ein anderes Gerät nutzt diesen Kanal. Wählen Sie einen anderen.',
  cycle_open: 'Ein Durchgang läuft. Versuchen Sie es wieder, wenn er beendet ist.',
  driver_cannot:
    'Diese Art von Steuerung schaltet nur Relais. Sie misst die Leistung, hat aber kein Betriebssignal.',
  too_long_for_controller: ({ minutes }) =>
    `Die Steuerung dieses Geräts läuft höchstens ${minutes} Minuten. Wählen Sie für jedes Programm eine kürzere Dauer oder eine andere Steuerung.`,
  price_not_in_coins: ({ below, above }) =>
    `Dieser Preis ist mit dieser Münze nicht zahlbar. Am nächsten liegt: ${[below, above]
      .filter((price) => price !== null)
      .map(formatMoney)
      .join(' oder ')}.`,
  api_key_refused: 'Diesen API-Schlüssel gibt es nicht, er wurde widerrufen oder ist abgelaufen.',
  api_key_not_found: 'Diesen API-Schlüssel gibt es nicht oder er wurde widerrufen.',
  too_many_api_keys: `Ein Konto hat höchstens ${limits.apiKeys} gültige API-Schlüssel. Widerrufen Sie zuerst einen.`,
  display_not_found: 'Diese Anzeige gibt es nicht oder sie wurde widerrufen.',
  calendar_not_found: 'Diesen Kalender gibt es nicht oder er wurde ausgeschaltet.',
  too_many_displays: `Ein Raum hat höchstens ${limits.displaysOfRoom} Anzeigen. Widerrufen Sie zuerst eine.`,
  staff_changed:
    'Ihre Rechte in diesem Konto wurden gerade geändert. Es wurde nichts weiter ausgeführt. Versuchen Sie es noch einmal.',
  all_places_only:
    'Sie arbeiten für dieses Konto nur an einigen Standorten. Hierfür ist Zugriff auf alle nötig.',
  other_place:
    'Sie arbeiten für dieses Konto nur an einigen Standorten. Wählen Sie einen davon als Standort.',
  not_staff: 'Sie arbeiten nicht oder nicht mehr für dieses Konto.',
  staff_not_found: 'Diese Person arbeitet nicht oder nicht mehr für Sie.',
  invitation_not_found:
    'Diese Einladung gibt es nicht, sie ist abgelaufen oder gilt für eine andere Adresse. Melden Sie sich mit der eingeladenen Adresse an und bestätigen Sie diese.',
  staff_exists:
    'Diese Person arbeitet schon für Sie oder ist eingeladen. Ändern Sie ihre Rolle in der Liste.',
  staff_is_yourself: 'Das ist Ihre eigene Adresse.',
  too_many_staff: `Ein Konto hat höchstens ${limits.staff} Personen, Eingeladene mitgezählt. Entfernen Sie zuerst eine.`,
  too_many_invitations_to_address: `Sie haben dieser Adresse innerhalb eines Tages ${limits.invitationsToAddress} Einladungen gesendet. Versuchen Sie es morgen wieder.`,
  too_many_invitations: `Ein Konto sendet höchstens ${limits.invitationsADay} Einladungen am Tag. Versuchen Sie es morgen wieder.`,
  owner_chooses_landlord: 'Nur der Kontoinhaber kann einen anderen Vermieter eintragen.',
  right_missing: ({ right }) => `Dafür brauchen Sie das Recht „${rightNames[right]}“.`,
  webhook_not_found: 'Diesen Webhook gibt es nicht.',
  delivery_not_found: 'Diese Zustellung gibt es nicht.',
  too_many_webhooks: `Ein Konto hat höchstens ${limits.webhooks} Webhooks. Löschen Sie zuerst einen.`,
  webhook_address_refused:
    'Ein Webhook braucht eine öffentliche https-Adresse an Port 443 oder 8443, ohne Benutzer und Passwort.',
  webhook_disabled: 'Dieser Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.',
  terms_changed: ({ price, minutes }) =>
    `Dieses Gerät kostet jetzt ${formatMoney(price)} für ${minutes} Minuten. Bitte prüfen Sie das und bezahlen Sie erneut.`,
  device_not_active: 'Dieses Gerät nimmt derzeit keine Zahlungen an.',
  device_in_use:
    'Dieses Gerät ist belegt. Es wurde nichts abgebucht. Warten Sie, bis es fertig ist, oder wählen Sie ein anderes.',
  held_for_another: ({ minutes, others }) =>
    [
      minutes === null
        ? 'Für dieses Gerät stehen andere an.'
        : `Dieses Gerät ist noch ${minutes} Min. für jemand anderen reserviert.`,
      'Es wurde nichts abgebucht.',
      others
        ? `Verfügbar im selben Raum: ${others}.`
        : minutes === null
          ? 'Stellen Sie sich in die Warteschlange, oder wählen Sie ein anderes Gerät.'
          : 'Warten Sie, oder wählen Sie ein anderes Gerät.',
    ].join(' '),
  device_silent:
    'Dieses Gerät ist nicht erreichbar. Es wurde nichts abgebucht. Wählen Sie ein anderes oder versuchen Sie es später.',
  device_fault:
    'Dieses Gerät meldet einen Fehler. Es wurde nichts abgebucht. Wählen Sie ein anderes.',
  device_out_of_order:
    'Dieses Gerät ist außer Betrieb. Es wurde nichts abgebucht. Wählen Sie ein anderes.',
  device_changed:
    'Der Anschluss dieses Geräts wurde gerade geändert. Es wurde nichts abgebucht. Bezahlen Sie erneut, wenn Sie es weiterhin nutzen möchten.',
  cycle_starting: 'Das Gerät startet gerade. Versuchen Sie es in einer Minute noch einmal.',
  cycle_ended: 'Es ist schon fertig.',
  cannot_be_stopped: 'Dieses Gerät kann von hier aus nicht gestoppt werden. Es läuft bis zum Ende.',
  no_new_start: 'Mit dieser Zahlung ist kein neuer Start möglich.',
  code_not_accepted:
    'Dieser Code gilt nicht an diesem Gerät. Prüfen Sie den Code und versuchen Sie es noch einmal.',
  code_disabled: 'Dieser Code ist deaktiviert. Fragen Sie die Person, die ihn ausgestellt hat.',
  code_balance_too_low: ({ balance, price }) =>
    `Dieser Code hat noch ${formatMoney(balance)}; dieses Gerät kostet ${formatMoney(price)}.`,
  card_declined: 'Die Karte wurde abgelehnt. Es wurde nichts abgebucht.',
  code_expired: 'Dieser Code ist abgelaufen. Fragen Sie die Person, die ihn ausgestellt hat.',
  code_deleted:
    'Der Code, mit dem bezahlt wurde, ist gelöscht. Eine Erstattung ist deshalb nicht möglich.',
  expiry_in_the_past:
    'Ein Code kann nur in der Zukunft ablaufen. Um ihn jetzt zu sperren, deaktivieren Sie ihn.',
  balance_too_high: ({ max }) => `Ein Code kann höchstens ${formatMoney(max)} aufnehmen.`,
  batch_balance_too_high: ({ codes, max }) =>
    `Ein Code kann höchstens ${formatMoney(max)} aufnehmen, und ${codes === null ? 'einige' : formatCount(codes)} dieser Codes hätten mehr. Es wurde nichts geändert.`,
  balance_too_low: ({ balance }) =>
    balance === null
      ? 'Dieser Code hat weniger Guthaben. Geben Sie weniger ein.'
      : `Sie können bis zu ${formatMoney(balance)} abziehen.`,
  refund_too_much: ({ left }) => {
    if (left === null)
      return 'Von dieser Zahlung lässt sich nur noch weniger erstatten. Geben Sie einen kleineren Betrag ein.'
    return left > 0
      ? `Sie können bis zu ${formatMoney(left)} erstatten.`
      : 'Es ist nichts mehr zu erstatten.'
  },
  refund_elsewhere:
    'Diese Zahlung lief über einen anderen Kartendienst oder ein anderes Konto und kann hier nicht erstattet werden.',
  cards_off: 'Karten werden hier nicht angenommen. Verwenden Sie einen Guthabencode.',
  top_ups_off: 'Bei diesem Vermieter können Sie nicht mit Karte aufladen. Fragen Sie ihn.',
  top_up_needs_verification: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  business_details_need_verification: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  too_many_business_details: `Ein Konto kann seine Geschäftsangaben ${limits.businessDetailsVersions} Mal ändern.`,
  top_up_amounts_differ:
    'Kein Betrag darf den Höchstbetrag je Aufladung übersteigen und dieser nicht das Höchstguthaben.',
  top_up_too_large: ({ max }) =>
    `Sie können diesen Code auf einmal mit bis zu ${formatMoney(max)} aufladen.`,
  top_up_too_full: ({ room }) =>
    `Sie können diesen Code jetzt mit bis zu ${formatMoney(room)} aufladen.`,
  card_amount_too_small: ({ minimum }) =>
    `Mit Karte zahlen Sie mindestens ${formatMoney(minimum)}. Verwenden Sie einen Guthabencode.`,
  card_processor_lost: ({ seconds }) =>
    `Der Kartendienst ist gerade nicht erreichbar. Bitte versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  card_webhook_refused: 'Der Kartendienst hat diesen Webhook nicht signiert.',
  invalid_input: 'Prüfen Sie Ihre Eingabe.',
  malformed_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  body_too_deep: `Der Inhalt der Anfrage hat mehr als ${limits.documentLevels} Ebenen von Objekten und Listen.`,
  bad_host: 'Der Host-Header oder der von einem Proxy weitergeleitete Host ist ungültig.',
  malformed_http: 'Die Anfrage ist kein gültiges HTTP.',
  too_many_resources: `Ein Konto hat höchstens ${limits.resources} Ressourcen mit zusammen ${limits.resourcesBytes / 2 ** 20} MB. Löschen Sie zuerst einige.`,
  page_too_large:
    'Diese Ressourcen sind zu groß für eine Seite. Fordern Sie weniger auf einmal an.',
  request_too_slow: 'Die Anfrage kam zu langsam an. Bitte versuchen Sie es noch einmal.',
  list_too_long: `Diese Liste hat mehr als ${limits.wholeListMax} Zeilen. Fordern Sie einen Teil davon an, etwa ?page=1&limit=100.`,
  too_many_rows: `Mehr als ${formatCount(limits.bulkRows)} Zeilen treffen zu. Grenzen Sie die Auswahl mit Suche und Filter ein.`,
  period_too_long: 'Dieser Zeitraum hat zu viele Einträge. Wählen Sie einen kürzeren.',
  bulk_change_not_found: 'Diese Änderung gibt es nicht oder sie ist zu alt.',
  undo_too_late: `Eine Änderung lässt sich nur ${limits.undoSeconds} Sekunden lang rückgängig machen.`,
  too_many_cards: `Mehr als ${formatCount(limits.batchCodes)} Codes sind ausgewählt. Drucken Sie weniger Karten auf einmal.`,
  too_many_stickers: `Mehr als ${limits.stickers} Geräte treffen zu. Grenzen Sie die Auswahl mit Suche und Art ein.`,
  id_is_fixed: 'Der Server vergibt die ID einer Ressource. Lassen Sie das Feld id weg.',
  bad_idempotency_key:
    'Der Idempotency-Key muss aus 1 bis 255 sichtbaren Zeichen bestehen, nicht nur aus Punkten, etwa eine UUID.',
  signed_out: 'Bitte melden Sie sich an.',
  session_expired: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  not_yours: 'Sie können dies sehen, aber nicht ändern.',
  account_only:
    'Gäste können das nicht. Erstellen Sie zuerst ein Konto. Alles bleibt Ihnen erhalten.',
  admin_only: 'Das können nur Admins.',
  path_not_found: 'Unter dieser Adresse gibt es nichts.',
  method_not_allowed:
    'Diese Adresse akzeptiert diese Methode nicht. Der Header Allow nennt die akzeptierten Methoden.',
  device_not_found: 'Dieses Gerät gibt es nicht.',
  place_not_found: 'An diesem Standort haben Sie keine Geräte.',
  sticker_not_found:
    'Kein Gerät mit dieser Nummer nimmt Zahlungen an. Prüfen Sie die Nummer auf dem Aufkleber oder fragen Sie den Betreiber.',
  batch_not_found: 'Diese Codeserie gibt es nicht.',
  code_not_found: 'Diesen Guthabencode gibt es nicht.',
  top_up_not_found: 'Diese Aufladung gibt es nicht.',
  transaction_not_found: 'Diese Zahlung gibt es nicht.',
  cycle_not_found:
    'Diese Zahlung sehen nur die Person, die bezahlt hat, der Eigentümer des Geräts und Admins.',
  report_not_found: 'Diese Meldung sieht nur, wer sie gesendet hat.',
  photo_not_found: 'Dieses Foto gibt es nicht oder Sie dürfen es nicht sehen.',
  case_not_found: 'Meldungen zu diesem Gerät sieht nur der Betreiber.',
  case_done: 'Das ist schon erledigt. Die nächste Meldung öffnet es wieder.',
  too_many_reports: `Sie können innerhalb eines Tages ${limits.reports} Probleme melden. Versuchen Sie es morgen wieder.`,
  too_many_unpaid_reports:
    'Sie haben heute schon ein Gerät gemeldet, an dem Sie nie bezahlt haben. Versuchen Sie es morgen wieder oder melden Sie eines, an dem Sie bezahlt haben.',
  too_many_answers: `Eine Meldung hat höchstens ${limits.reportAnswers} Antworten.`,
  photo_unreadable:
    'Das ist kein lesbares Foto im Format JPEG, PNG oder WebP. Wählen Sie ein anderes oder entfernen Sie es. Speichern Sie ein HEIC-Foto zuerst als JPEG.',
  photo_has_too_many_pixels: `Ein Foto darf höchstens ${limits.photoPixels / 1_000_000} Millionen Pixel haben (bei 16 Bit pro Farbe die Hälfte) und höchstens ${limits.photoSentSide} auf jeder Seite. Wählen Sie ein kleineres oder entfernen Sie es.`,
  too_many_photos: `Sie haben ${limits.photos} gespeicherte Fotos. Entfernen Sie dieses und senden Sie die Meldung ohne Foto.`,
  too_many_photos_of_network:
    'Aus Ihrem Netz wurden heute zu viele Fotos gesendet. Entfernen Sie dieses und senden Sie die Meldung ohne Foto.',
  resource_not_found: 'Diese Ressource gibt es nicht.',
  code_taken: 'Dieser Code ist schon vergeben. Wählen Sie einen anderen oder generieren Sie einen.',
  imported_code_taken: ({ row }) =>
    `Der Code in Zeile ${row + 1} der gesendeten Zeilen ist schon an einen anderen Benutzer vergeben.`,
  device_number_taken: ({ other }) =>
    other
      ? `${other.label}, ${other.location}, hat schon diese Nummer.`
      : 'Ein anderes Gerät desselben Eigentümers hat schon diese Nummer.',
  batch_changed: ({ codes }) =>
    codes === null
      ? 'Die Anzahl der Codes in der Serie hat sich geändert. Es wurde nichts ausgeführt.'
      : `Die Serie hat sich geändert und hat jetzt ${formatCount(codes)} Codes. Es wurde nichts ausgeführt. Prüfen Sie sie und versuchen Sie es dann noch einmal.`,
  changed_meanwhile:
    'Die Daten wurden geändert, nachdem Sie sie geöffnet haben. Vergleichen Sie und speichern Sie dann erneut.',
  started_meanwhile:
    'Es wurde schon gestartet, vielleicht von Ihnen in einem anderen Tab. Es wurde nichts ausgeführt. Prüfen Sie es und entscheiden Sie dann erneut.',
  paid_already: ({ minutes, is_pending }) =>
    `${is_pending ? `Ihre Kartenzahlung an diesem Gerät ist noch nicht abgeschlossen: Sie haben sie ${minutesAgo(minutes)} begonnen` : `Sie haben ${minutesAgo(minutes)} für dieses Gerät bezahlt`}. Dieses Mal wurde nichts abgebucht. Möchten Sie erneut bezahlen, für mehr Zeit?`,
  money_moved_meanwhile:
    'Die Beträge haben sich geändert, vielleicht durch Sie in einem anderen Tab. Es wurde nichts ausgeführt. Prüfen Sie sie und entscheiden Sie dann erneut.',
  export_running: 'Ein Export Ihres Kontos läuft schon. Warten Sie, bis er fertig ist.',
  condition_failed: 'Die Datei erfüllt die Bedingung der Anfrage nicht.',
  range_not_found: 'Die Datei hat den angeforderten Bereich nicht.',
  body_too_large: 'Die Anfrage ist zu groß.',
  not_json: 'Senden Sie den Inhalt der Anfrage als application/json.',
  code_easy_to_guess:
    'Dieser Code ist leicht zu erraten. Generieren Sie einen oder wählen Sie einen längeren Text.',
  code_looks_mistyped:
    'Das sieht aus wie ein generierter Code mit Tippfehler. Generieren Sie einen oder wählen Sie einen anderen Text.',
  idempotency_key_reused:
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Senden Sie einen neuen.',
  call_withdrawn: 'Das wurde abgebrochen, bevor es ankam. Es wurde nichts ausgeführt.',
  too_many_attempts: ({ seconds }) =>
    `Zu viele Fehlversuche. Bitte versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  too_many_requests: ({ seconds }) =>
    `Zu viele Anfragen. Bitte versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  internal_error: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  database_lost: ({ seconds }) =>
    `Der Dienst erreicht seine Datenbank gerade nicht. Bitte versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  not_ready: 'Der Dienst startet oder stoppt gerade oder erreicht seine Datenbank nicht.',
}

function minutesAgo(minutes: number): string {
  if (minutes < 1) return 'gerade eben'
  return minutes === 1 ? 'vor 1 Minute' : `vor ${minutes} Minuten`
}
