import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { bulkChanges } from './bulk-changes.ts'
import { chosenRows } from './chosen-rows.ts'
import { controllers } from './controllers.ts'
import { cycles } from './cycles.ts'
import { deviceLinks } from './device-links.ts'
import { devicePrices } from './device-prices.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { guests } from './guests.ts'
import { mail } from './mail.ts'
import { notifications } from './notifications.ts'
import { ownAccount } from './own-account.ts'
import { passkeys } from './passkeys.ts'
import { prepaidCodes } from './prepaid-codes.ts'
import { reports } from './reports.ts'
import { revenue } from './revenue.ts'
import { secondFactor } from './second-factor.ts'
import { staff } from './staff.ts'
import { system } from './system.ts'
import { topUps } from './top-ups.ts'
import { transactions } from './transactions.ts'
import { adminUsers, me } from './users.ts'
import { webhooks } from './webhooks.ts'

/** Unix time in seconds. */
export const deprecatedAt = Date.UTC(2026, 10, 27) / 1000

/** Former paths, and the endpoints that they redirect to until 1.0 (docs/decisions/0123). */
export const oldPaths = new Map<string, readonly Endpoint[]>([
  ['/users-me-api-keys', [apiKeys.list, apiKeys.create]],
  ['/users-me-api-keys/:id', [apiKeys.end]],
  ['/staff-places', [staff.places]],
  ['/staff-trail', [staff.trail]],
  ['/staff-accounts', [staff.accounts]],
  ['/staff-accounts/:id', [staff.leave]],
  ['/staff-invitations-find', [staff.invitation]],
  ['/staff-invitations-accept', [staff.accept]],
  ['/auth-password-code', [auth.sendPasswordCode]],
  ['/auth-password', [auth.resetPassword]],
  ['/auth-guest', [guests.settings, guests.begin]],
  ['/auth-passkey-options', [passkeys.signInOptions]],
  ['/auth-passkey', [passkeys.signIn]],
  ['/users-me-account', [guests.becomeAccount]],
  ['/users-me-password', [me.changePassword]],
  ['/users-me-verification', [me.sendVerification, me.verification, me.verify]],
  ['/users-me-ceilings', [me.quotas]],
  ['/users-me-waiting-codes', [me.waitingCodes]],
  ['/users-me-sessions', [me.sessions, me.endOtherSessions]],
  ['/users-me-sessions/:id', [me.endSession]],
  ['/users-me-left-behind', [me.leftBehind]],
  ['/users-me-left-behind/:id', [me.keepLeftBehind, me.removeLeftBehind]],
  ['/users-me-export', [ownAccount.export]],
  ['/users-me-closing', [ownAccount.closing, ownAccount.close]],
  ['/users-me-second-factor', [secondFactor.get]],
  ['/users-me-authenticator', [secondFactor.addAuthenticator, secondFactor.confirmAuthenticator]],
  ['/users-me-authenticator-removal', [secondFactor.removeAuthenticator]],
  ['/users-me-recovery-codes', [secondFactor.makeRecoveryCodes]],
  ['/users-me-passkeys', [passkeys.list, passkeys.add]],
  ['/users-me-passkeys-options', [passkeys.creationOptions]],
  ['/users-me-passkeys-removal/:id', [passkeys.remove]],
  ['/users-me-passkeys-proof', [passkeys.proofOptions]],
  ['/users-me-notifications', [notifications.get, notifications.choose]],
  [
    '/users-me-push-subscription',
    [notifications.subscribe, notifications.renewSubscription, notifications.unsubscribe],
  ],
  ['/admin-users-sessions/:id', [adminUsers.endSessions]],
  ['/admin-users-roles/:id/:role', [adminUsers.removeRole]],
  ['/devices-by-sticker/:sticker_number', [devices.findBySticker]],
  ['/devices-stickers', [devices.stickers]],
  ['/devices-export', [devices.export]],
  ['/devices-next-number', [devices.nextNumber]],
  ['/devices-import-preview', [devices.previewImport]],
  ['/devices-import', [devices.import]],
  ['/devices-to-accept', [devices.listToAccept]],
  ['/devices-accept/:id', [devices.accept]],
  ['/devices-refuse/:id', [devices.refuse]],
  ['/devices-prices/:id', [devicePrices.get, devicePrices.save]],
  ['/devices-offers/:id', [devicePrices.at]],
  ['/devices-bulk-changes', [bulkChanges.planForDevices]],
  ['/prepaid-codes-bulk-changes', [bulkChanges.planForCodes]],
  ['/bulk-changes-recent', [bulkChanges.recent]],
  ['/bulk-changes-apply/:id', [bulkChanges.apply]],
  ['/bulk-changes-undo/:id', [bulkChanges.undo]],
  ['/devices-chosen-stickers', [chosenRows.stickers]],
  ['/devices-chosen-export', [chosenRows.exportDevices]],
  ['/prepaid-codes-chosen-cards', [chosenRows.cards]],
  ['/prepaid-codes-chosen-export', [chosenRows.exportCodes]],
  [
    '/devices-link/:id',
    [deviceLinks.get, deviceLinks.create, deviceLinks.change, deviceLinks.remove],
  ],
  ['/devices-link-choices/:id', [deviceLinks.choices]],
  ['/devices-link-looked-at/:id', [deviceLinks.lookedAt]],
  ['/devices-link-test/:id', [deviceLinks.test]],
  ['/devices-link-test/:id/:test', [deviceLinks.testStart]],
  ['/controllers-credential/:id', [controllers.replaceCredential, controllers.endCredential]],
  ['/prepaid-codes-export', [prepaidCodes.export]],
  ['/prepaid-codes-history/:id', [prepaidCodes.history]],
  ['/prepaid-codes-import-preview', [prepaidCodes.previewImport]],
  ['/prepaid-codes-import', [prepaidCodes.import]],
  ['/prepaid-codes-top-up/:id', [prepaidCodes.topUp]],
  ['/prepaid-codes-adjust/:id', [prepaidCodes.adjust]],
  ['/prepaid-codes-expiry/:id', [prepaidCodes.setExpiry]],
  ['/prepaid-codes-customer/:id', [prepaidCodes.changeCustomer]],
  ['/prepaid-codes-card-top-up/:id', [topUps.offer, topUps.create]],
  ['/cycles-open', [cycles.open]],
  ['/cycles-stop/:id', [cycles.stop]],
  ['/cycles-start-anew/:id', [cycles.startAnew]],
  ['/report-cases/:id/done', [reports.closeCase]],
  ['/transactions-export', [transactions.export]],
  ['/revenue-export', [revenue.export]],
  ['/revenue-bookkeeping', [revenue.bookkeeping]],
  ['/admin-audit-events-export', [audit.export]],
  ['/admin-mail', [mail.sendTest]],
  ['/admin-support-bundle', [system.supportBundle]],
  ['/webhooks-secret/:id', [webhooks.replaceSecret]],
  ['/webhook-deliveries/:id/again', [webhooks.sendAgain]],
])

const byEndpoint = new Map(
  [...oldPaths].flatMap(([path, moved]) => moved.map((endpoint) => [endpoint, path] as const)),
)

/** Former path of an endpoint, if it had one. */
export function oldPathOf(endpoint: Endpoint): string | undefined {
  return byEndpoint.get(endpoint)
}
