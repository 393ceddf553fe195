import type { Unsubscribed } from '../push/browser.ts'
import type { PushObstacle } from '../push/subscription.ts'
import { t } from '../texts/texts.ts'

/** Reason why this browser shows no notifications, as a sentence. */
export function explainUnavailable(cause: PushObstacle | Unsubscribed): string {
  switch (cause) {
    case 'blocked':
      return t('notifications.blocked')
    case 'install':
      return t('notifications.install')
    case 'none':
      return t('notifications.none')
    case 'notAllowed':
      return t('notifications.notAllowed')
    case 'notSubscribed':
      return t('notifications.notSubscribed')
  }
}
