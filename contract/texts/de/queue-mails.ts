import { limits } from '../../limits.ts'
import type { queueMails as english } from '../en/queue-mails.ts'

export const queueMails: typeof english = {
  turn: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber} ist ${minutes} Min. für Sie reserviert`,
    text: `Sie sind an der Reihe: Das Gerät ${deviceNumber} ist ${minutes} Min. für Sie reserviert. Bezahlen Sie dort rechtzeitig, sonst ist die nächste Person an der Reihe.`,
  }),
  turn_missed: ({ isOut }) => ({
    subject: 'Sie haben Ihren Platz verpasst',
    text: isOut
      ? `Sie waren ${limits.missedTurns}-mal an der Reihe und haben nicht bezahlt. Sie stehen nicht mehr in der Warteschlange. Sie können sich wieder anstellen.`
      : 'Das für Sie reservierte Gerät ging an die nächste Person. Sie stehen jetzt am Ende der Warteschlange. Verlassen Sie sie, wenn Sie kein Gerät mehr brauchen.',
  }),
  hold_closed: ({ deviceNumber, isInLine }) => ({
    subject: `${deviceNumber} ist nicht mehr verfügbar`,
    text: `Das Gerät ${deviceNumber} ist nicht mehr verfügbar und deshalb nicht mehr für Sie reserviert. ${isInLine ? 'Ihren Platz in der Warteschlange behalten Sie.' : 'Sie können ein anderes reservieren.'}`,
  }),
  queue_closed: ({ location }) => ({
    subject: `Sie stehen nicht mehr an: ${location}`,
    text: `Ihr Platz in der Warteschlange ist verfallen: ${location}. Der Raum hat geschlossen, die Warteschlange wurde abgeschaltet, kein solches Gerät nimmt dort Zahlungen an, oder Sie haben ${limits.queueEntryHours} Stunden gewartet.`,
  }),
}
