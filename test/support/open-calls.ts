import { randomUUID } from 'node:crypto'
import { auth } from '@coinless/contract/auth.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { displays } from '@coinless/contract/displays.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { guests } from '@coinless/contract/guests.ts'
import { health } from '@coinless/contract/health.ts'
import { installation } from '@coinless/contract/installation.ts'
import { passkeys } from '@coinless/contract/passkeys.ts'
import { payments } from '@coinless/contract/payments.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import type { Sent } from './row.ts'

/** Calls that anyone may make: a valid or invalid session makes no difference. */
export const open: [Endpoint, number, (() => Sent)?][] = [
  [auth.login, 422, () => ({ body: { email: 'nobody@example.com', password: 'nothing' } })],
  [
    auth.register,
    201,
    () => ({
      body: {
        full_name: 'Ana',
        email: `${randomUUID()}@example.com`,
        password: 'long enough',
        user_type: 'tenant',
      },
    }),
  ],
  [guests.settings, 200],
  [guests.begin, 201],
  [auth.refresh, 401, () => ({ body: { refresh_token: 'no such token' } })],
  [auth.sendPasswordCode, 200, () => ({ body: { email: 'nobody@example.com' } })],
  [
    auth.resetPassword,
    422,
    () => ({
      body: { email: 'nobody@example.com', code: 'WRNG-C0DE', new_password: 'long enough' },
    }),
  ],
  [passkeys.signInOptions, 200],
  [passkeys.signIn, 422, () => ({ body: { credential: { id: 'none' } } })],
  [auth.logout, 204],
  [payments.cardWebhook, 422, () => ({ body: '{}' })],
  [calendars.feed, 404, () => ({ params: { feed_secret: 'none' } })],
  [displays.show, 404],
  [displays.events, 404],
  [
    displays.pay,
    404,
    () => ({ body: { device_id: randomUUID(), amount: 1, duration: 30, prepaid_code: 'x' } }),
  ],
  [displays.payment, 404, () => ({ params: { id: randomUUID() } })],
  [rooms.scanned, 404, () => ({ params: { sticker_number: '482109379' } })],
  [health.live, 200],
  [health.ready, 200],
  [installation.get, 200],
]
