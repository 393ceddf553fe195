import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { Workers } from '../../platform/concurrency/workers.ts'
import type { Database } from '../../platform/database/connection.ts'
import { encryptFor } from './encrypt.ts'
import { pushKeysOf } from './keys.ts'
import { abandonPushes, type ClaimedPush, claimPushes, openPush, requeuePush } from './outbox.ts'
import { postPush } from './post.ts'
import { isPushService } from './services.ts'
import { type PushKeys, signatureFor } from './signature.ts'
import { openSubscription } from './subscriptions.ts'

type Parts = Pick<Server, 'app' | 'config' | 'database'>

/**
 * Sends due push messages, each at most once: retries only if the service refused it or was unreachable. Logs name the
 * service, never the address of a browser.
 * @param ca additional certificate authority, for tests
 */
export function pusher({ app, config, database }: Parts, metrics: Metrics, ca?: string) {
  const count = (outcome: 'done' | 'again' | 'dropped', number = 1) =>
    metrics.jobs.inc({ queue: 'pushes', outcome }, number)

  async function deliver(claimed: ClaimedPush, keys: PushKeys) {
    const push = openPush(config, claimed)
    const subscription = openSubscription(config.jwtSecret, {
      user_id: claimed.user_id,
      sealed: claimed.sealed_subscription,
    })
    const isOurs = claimed.public_key === keys.publicKey
    if (
      !push ||
      !subscription ||
      !isOurs ||
      !isPushService(subscription.endpoint, config.pushServices)
    ) {
      count('dropped')
      return forgetSubscription(database, claimed.subscription_id)
    }
    const { endpoint } = subscription
    const headers = {
      authorization: signatureFor(endpoint, keys, subjectOf(config)),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: claimed.seconds_left,
      urgency: 'high',
      // For an offline browser, the service keeps only the latest message of a cycle.
      topic: push.about.replaceAll('-', ''),
    }
    const body = encryptFor(subscription, JSON.stringify(push))
    const outcome = await postPush(endpoint, headers, body, ca)
    const service = new URL(endpoint).host
    switch (outcome.is) {
      case 'sent':
        count('done')
        await database
          .updateTable('push_subscriptions')
          .set({ last_sent_at: sql<Date>`now()` })
          .where('id', '=', claimed.subscription_id)
          .execute()
        return
      case 'gone':
        return forgetSubscription(database, claimed.subscription_id)
      case 'later':
        count('again')
        app.log.warn({ service, why: outcome.why }, 'push notification failed; will retry')
        return requeuePush(database, claimed, outcome.pauseSeconds)
      default:
        count('dropped')
        app.log.warn({ service, why: outcome.why }, 'push notification dropped')
    }
  }

  const workers = new Workers({
    atOnce: limits.pushesAtOnce,
    claim: (free) => claimWithKeys(database, config, free),
    work: ({ claimed, keys }) => deliver(claimed, keys),
    failed: (err) => app.log.warn({ err }, 'sending push notifications failed'),
  })

  return {
    /** Starts due messages without waiting for them. */
    run: async () => {
      const givenUp = await abandonPushes(database)
      if (givenUp > 0) {
        count('dropped', givenUp)
        app.log.warn(
          { count: givenUp },
          'push notifications dropped: not accepted by a push service in time',
        )
      }
      await workers.run()
    },
    rest: () => workers.rest(),
    stop: () => workers.stop(),
  }
}

async function claimWithKeys(database: Database, config: Parts['config'], free: number) {
  const all = await claimPushes(database, free)
  if (all.length === 0) return []
  const keys = await pushKeysOf(database, config)
  return all.map((claimed) => ({ claimed, keys }))
}

async function forgetSubscription(database: Database, id: string): Promise<void> {
  await database.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Contact address of this installation for push services. */
function subjectOf({ publicUrl, mailFrom }: Parts['config']): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
