import type { DeliveryFailure } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Metrics } from '../../http/observability/metrics.ts'
import type { Server } from '../../http/request/server.ts'
import { Workers } from '../../platform/concurrency/workers.ts'
import {
  AddressRefused,
  publicLookup,
  type Resolve,
  resolvePublic,
} from '../../platform/http-client/address.ts'
import { type PostResult, post } from '../../platform/http-client/post.ts'
import { bodyOf } from './events.ts'
import { hostOf, isAllowed } from './receivers.ts'
import { openSecret, signatureOf } from './secrets.ts'
import {
  abandonDelivery,
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  markDelivered,
  markFailed,
  requeueDelivery,
  sweepDeliveries,
} from './webhook-outbox.ts'

type Parts = Pick<Server, 'app' | 'clock' | 'config' | 'database'>

/** Network that tests replace. */
interface Outside {
  resolve?: Resolve
  /** Additional trusted certificate authority. */
  ca?: string
}

const noAnswer = { answer_status: null, answer_start: null }

/**
 * Sends deliveries to their receivers at least once: those not recorded as delivered are sent again. No receiver delays
 * another. Logs name a receiver's host, never its address.
 */
export class WebhookDispatcher {
  private readonly server: Parts
  private readonly metrics: Metrics
  private readonly lookup: ReturnType<typeof publicLookup>
  private readonly ca: string | undefined
  private readonly workers: Workers<ClaimedDelivery>
  private readonly stopping = new AbortController()

  constructor(server: Parts, metrics: Metrics, { resolve = resolvePublic, ca }: Outside = {}) {
    this.server = server
    this.metrics = metrics
    this.lookup = publicLookup(resolve)
    this.ca = ca
    const { log } = server.app
    this.workers = new Workers({
      atOnce: limits.webhooksAtOnce,
      claim: (free) => claimDeliveries(server.database, free),
      work: (delivery) => this.deliver(delivery),
      failed: (err, delivery) => {
        if (delivery)
          log.warn({ err, deliveryId: delivery.id }, 'webhook delivery result not saved')
        else log.warn({ err }, 'claiming webhook deliveries failed')
      },
    })
  }

  /** Starts due deliveries without waiting for them. */
  run(): Promise<void> {
    return this.workers.run()
  }

  /** Resolves once nothing is in progress. */
  rest(): Promise<void> {
    return this.workers.rest()
  }

  /** Leaves deliveries in progress to other servers. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.workers.stop()
  }

  async sweep(): Promise<void> {
    this.count('dropped', await sweepDeliveries(this.server.database))
  }

  private count(outcome: 'done' | 'again' | 'dropped', number = 1): void {
    this.metrics.jobs.inc({ queue: 'webhook_deliveries', outcome }, number)
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { app, config, database } = this.server
    const { id: deliveryId, url, user_id: id, email, email_verified } = delivery
    const body = await bodyOf(database, { id, email, email_verified }, delivery)
    if (body === undefined) {
      this.count('dropped')
      return abandonDelivery(database, deliveryId, 'not_visible')
    }
    const outcome = await this.send(delivery, body)
    if (!outcome) return requeueDelivery(database, delivery)
    if (!outcome.failure) {
      await markDelivered(database, delivery, outcome)
      this.count('done')
      return
    }
    const facts = { deliveryId, receiver: hostOf(url), why: outcome.failure }
    const isGivenUp = await markFailed(database, config, delivery, outcome)
    this.count(isGivenUp ? 'dropped' : 'again')
    app.log.info(
      facts,
      isGivenUp
        ? 'webhook delivery failed; no further attempts'
        : 'webhook delivery failed; will retry',
    )
  }

  /** @returns undefined if this server is stopping */
  private async send(
    delivery: ClaimedDelivery,
    body: string,
  ): Promise<DeliveryAttempt | undefined> {
    const { config, clock } = this.server
    const secrets = [delivery.sealed_secret, delivery.sealed_old_secret].flatMap((sealed) => {
      const secret = sealed && openSecret(config, delivery.webhook_id, sealed)
      return secret ? [secret] : []
    })
    if (secrets.length === 0) return failedBefore('secret_lost')
    if (!isAllowed(config, delivery.url)) return failedBefore('address_refused')
    const began = performance.now()
    const posted = await post({
      url: delivery.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Coinless',
        'coinless-signature': signatureOf(body, secrets, Math.floor(clock.now() / 1000)),
      },
      body: Buffer.from(body),
      seconds: limits.webhookSeconds,
      answerBytes: limits.webhookAnswerBytes,
      headerBytes: limits.webhookHeaderBytes,
      signal: this.stopping.signal,
      ca: this.ca,
      ...(!config.webhookPrivateNetworks && { lookup: this.lookup }),
    })
    if (posted.is === 'lost' && this.stopping.signal.aborted) return undefined
    return { ...outcomeOf(posted), took_ms: Math.round(performance.now() - began) }
  }
}

function failedBefore(failure: DeliveryFailure): DeliveryAttempt {
  return { failure, ...noAnswer, took_ms: 0 }
}

function outcomeOf(posted: PostResult): Omit<DeliveryAttempt, 'took_ms'> {
  if (posted.is === 'lost') {
    if (posted.error instanceof AddressRefused) return { failure: 'address_refused', ...noAnswer }
    return { failure: posted.isTooSlow ? 'timeout' : 'no_connection', ...noAnswer }
  }
  const { status: answer_status } = posted
  const answer_start = escaped(posted.start)
  if (answer_status >= 200 && answer_status < 300) {
    return { failure: null, answer_status, answer_start }
  }
  const isRedirect = answer_status >= 300 && answer_status < 400
  return { failure: isRedirect ? 'redirect' : 'status', answer_status, answer_start }
}

/** Third-party bytes for people to read: escapes invisible characters and those that reverse the text. */
function escaped(start: Buffer): string {
  const text = new TextDecoder().decode(start, { stream: true })
  return text.replace(/\p{C}/gu, (character) => {
    if (character === '\n') return '\\n'
    return `\\u{${character.codePointAt(0)?.toString(16)}}`
  })
}
