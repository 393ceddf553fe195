import { limits } from '@coinless/contract/limits.ts'
import { sweepGuests } from '../accounts/guests/sweep.ts'
import { sendCodeMails } from '../codes/code-mails/send.ts'
import { expireCodes, restoreEarlyExpiries } from '../codes/prepaid-codes/balance.ts'
import { foldRowCounts } from '../http/lists/row-counts.ts'
import type { Metrics } from '../http/observability/metrics.ts'
import type { Problems } from '../http/observability/problems.ts'
import type { Server } from '../http/request/server.ts'
import { advanceBookings, closeBookings } from '../laundry/bookings/advance.ts'
import { advanceQueues } from '../laundry/queues/advance.ts'
import { notifyAvailable } from '../laundry/rooms/notify-available.ts'
import { WebhookDispatcher } from '../laundry/webhooks/dispatcher.ts'
import { sendWeeklySummaries } from '../laundry/weekly-summary/send.ts'
import { numberReceipts } from '../ledger/receipts/number-receipts.ts'
import { settlePlannedPrices } from '../machines/devices/prices.ts'
import { MqttControllers } from '../machines/drivers/mqtt-controllers.ts'
import { Simulator } from '../machines/simulated/simulator.ts'
import { notifyAlerts } from '../notifications/alerts/notify.ts'
import { checkMailServer, mailSender } from '../notifications/mail/mail-sender.ts'
import { enqueueEndingSoon } from '../notifications/preferences/enqueue.ts'
import { pusher } from '../notifications/push/send.ts'
import { lastFile } from '../operations/backup/last-file.ts'
import { measureQueues } from '../operations/system/queues.ts'
import { reconcile } from '../payments/cards/reconcile.ts'
import { countUnsettled } from '../payments/cards/unsettled.ts'
import { askUnanswered } from '../payments/cycles/ask-unanswered.ts'
import { checkDueCycles, checkSetBackCycles } from '../payments/cycles/check-due.ts'
import { CheckStreak } from '../payments/cycles/check-streak.ts'
import { deliverNotifications } from './notifications.ts'
import { deleteExpiredRows } from './retention.ts'

/** Devices are not affected: only log times differ from stored ones. */
const clockApartMs = 2000

/** Runs at the start and then at this interval, on every server at once: a job claims the rows it works on. */
interface Job {
  everySeconds: number
  run: () => Promise<unknown>
}

/** Runs the periodic jobs, now and at their intervals, until stopped. */
export function startBackgroundJobs(server: Server, metrics: Metrics, problems: Problems) {
  const mails = mailSender(server, metrics)
  const pushes = pusher(server, metrics)
  const jobs = [
    ...databaseJobs(server, metrics),
    guestJob(server),
    ...clockJobs(server),
    ...cycleJobs(server),
    ...cardJobs(server, metrics),
    ...receiptJobs(server),
    { everySeconds: 10, run: () => measureQueues(server.database, metrics) },
    ...mailJobs(server, mails),
    ...notificationJobs(server),
    { everySeconds: 1, run: () => pushes.run() },
    { everySeconds: 10, run: () => problems.keep(server.database) },
  ]
  const simulator = new Simulator(server)
  jobs.push({ everySeconds: 5, run: () => simulator.takeOver() })
  const { mqttUrl } = server.config
  const mqtt = mqttUrl ? new MqttControllers(server, metrics, mqttUrl) : undefined
  if (mqtt) jobs.push({ everySeconds: 5, run: () => mqtt.takeOver() })
  const dispatcher = new WebhookDispatcher(server, metrics)
  jobs.push(...webhookJobs(dispatcher))
  const stops = jobs.map((job) => repeat(server, job))
  return {
    /** Waits for running jobs. */
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all([mails, pushes, dispatcher].map((sender) => sender.stop()))
      await simulator.stop()
      await mqtt?.stop()
      await problems.keep(server.database).catch(() => {})
    },
  }
}

function databaseJobs({ app, changes, database }: Server, metrics: Metrics): Job[] {
  return [
    {
      everySeconds: 60,
      run: async () => {
        const failed = await deleteExpiredRows(database)
        for (const err of failed) app.log.warn({ err }, 'cleanup failed')
      },
    },
    { everySeconds: 60, run: () => restoreEarlyExpiries(database) },
    { everySeconds: 60, run: () => expireCodes(database) },
    { everySeconds: 5, run: () => foldRowCounts(database) },
    {
      everySeconds: 10,
      run: async () => {
        const file = await lastFile(database)
        metrics.backupFile.set(file ? file.writtenAt.getTime() / 1000 : 0)
      },
    },
    {
      everySeconds: 60,
      run: async () => {
        for (const deviceId of await settlePlannedPrices(database)) changes.publish({ deviceId })
      },
    },
  ]
}

function guestJob(server: Server): Job {
  return {
    everySeconds: 600,
    run: async () => {
      for (const err of await sweepGuests(server))
        server.app.log.warn({ err }, 'guest account not deleted')
    },
  }
}

function clockJobs({ app, clock }: Server): Job[] {
  let wasApart = false
  return [
    {
      everySeconds: 10,
      run: async () => {
        const seconds = await clock.measure()
        if (seconds) app.log.warn({ seconds }, 'the database clock was set')
        const { aheadMs } = clock
        const isApart = Math.abs(aheadMs) > clockApartMs
        if (isApart && !wasApart) {
          app.log.warn({ aheadMs }, 'the database clock differs from the clock of this server')
        }
        wasApart = isApart
      },
    },
  ]
}

function cycleJobs(server: Server): Job[] {
  const streak = new CheckStreak()
  const tell = (failed: unknown[]) => {
    for (const err of failed) server.app.log.warn({ err }, 'cycle check failed')
  }
  return [
    { everySeconds: 1, run: () => checkDueCycles(server, streak).then(tell) },
    { everySeconds: 60, run: () => checkSetBackCycles(server).then(tell) },
    { everySeconds: 60, run: () => askUnanswered(server) },
    { everySeconds: 60, run: () => notifyAlerts(server) },
  ]
}

function cardJobs(server: Server, metrics: Metrics): Job[] {
  const { log } = server.app
  let known = 0
  return [
    {
      everySeconds: 10,
      run: async () => {
        const failed = await reconcile(server)
        for (const err of failed) log.warn({ err }, 'card payment not settled')
      },
    },
    {
      everySeconds: 60,
      run: async () => {
        const count = await countUnsettled(server)
        metrics.cardsLeftAlone.set(count)
        if (count > known)
          log.warn({ count }, 'card payments need attention: see /admin/card-payments')
        known = count
      },
    },
  ]
}

/** The slower ones find payments that were recorded long after they began. */
function receiptJobs(server: Server): Job[] {
  const { receiptOverlapSeconds, lateReceiptSeconds, lateReceiptHours } = limits
  const job = (everySeconds: number, overlapSeconds: number): Job => ({
    everySeconds,
    run: async () => {
      for (const err of await numberReceipts(server, overlapSeconds)) {
        server.app.log.warn({ err }, 'receipts not numbered')
      }
    },
  })
  return [
    job(2, receiptOverlapSeconds),
    job(60, lateReceiptSeconds),
    job(600, lateReceiptHours * 3600),
  ]
}

/** Checks the mail server and logs the result, without delaying the start. */
function mailJobs(server: Server, mails: ReturnType<typeof mailSender>): Job[] {
  const checked = checkMailServer(server).catch((err) =>
    server.app.log.warn({ err }, 'mail server check failed'),
  )
  return [
    { everySeconds: 1, run: () => checked.then(mails.run) },
    { everySeconds: 1, run: () => sendCodeMails(server.database, server.config) },
  ]
}

function notificationJobs(server: Server): Job[] {
  const { config, database } = server
  return [
    { everySeconds: 10, run: () => enqueueEndingSoon(database) },
    { everySeconds: 2, run: () => deliverNotifications(database, config) },
    { everySeconds: 10, run: () => notifyAvailable(database, config) },
    { everySeconds: 1, run: () => advanceBookings(server).then(() => advanceQueues(server)) },
    { everySeconds: 10, run: () => closeBookings(server) },
    { everySeconds: 60, run: () => sendWeeklySummaries(database, config) },
  ]
}

function webhookJobs(dispatcher: WebhookDispatcher): Job[] {
  return [
    { everySeconds: 1, run: () => dispatcher.run() },
    { everySeconds: 60, run: () => dispatcher.sweep() },
  ]
}

/** Repeats a job without overlap. A failed run is retried at the next interval. */
function repeat({ app }: Server, { everySeconds, run }: Job): () => Promise<void> {
  let running: Promise<void> | undefined
  const next = () => {
    running ??= run()
      .then(
        () => {},
        (err) => app.log.warn({ err }, 'background job failed'),
      )
      .finally(() => {
        running = undefined
      })
  }
  next()
  const interval = setInterval(next, everySeconds * 1000)
  return async () => {
    clearInterval(interval)
    await running
  }
}
