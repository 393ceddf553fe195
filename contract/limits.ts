import { accessLimits } from './access-limits.ts'
import { bodyLimits } from './body-limits.ts'
import { bookingLimits } from './booking-limits.ts'
import { bulkLimits } from './bulk-limits.ts'
import { exportLimits } from './export-limits.ts'
import { importLimits } from './import-limits.ts'
import { mailLimits } from './mail-limits.ts'
import type { MinorUnits } from './money.ts'
import { priceLimits } from './price-limits.ts'
import { queueLimits } from './queue-limits.ts'
import { quotaLimits } from './quota-limits.ts'
import { reportLimits } from './report-limits.ts'
import { taxLimits } from './tax-limits.ts'
import { webhookLimits } from './webhook-limits.ts'

/** All limits of the product. Lengths in characters, sizes in bytes. */
export const limits = {
  pageSize: 10,
  listLimitMax: 100,
  /** Rows of a list without pagination. */
  wholeListMax: 1000,
  pageMax: 10_000_000,
  ...bodyLimits,
  /** Concurrent calls per account, and per session, on one server; further calls wait. */
  callsAtOnce: 4,
  callsOfSessionAtOnce: 3,
  /** Time to receive a whole request, and its headers. */
  requestSeconds: 30,
  headersSeconds: 15,
  /** Idle connections are closed, such as those of a client that does not read its answer. */
  connectionSeconds: 60,
  documentBytes: 64 * 1024,
  /** Total size of an account's documents in bytes. */
  resourcesBytes: 8 * 1024 * 1024,
  /** Maximum size of a page of resources; pages built concurrently, and waiting. */
  resourcesPageBytes: 1024 * 1024,
  resourcesPagesAtOnce: 2,
  resourcesPagesWaiting: 64,
  /** Nesting of objects and lists, including the document. */
  documentLevels: 32,
  roleMax: 64,
  /** Per account. */
  rolesMax: 20,
  timeZoneMax: 64,
  /** Days that the dashboard covers, and after which it reports a device as idle. */
  dashboardDays: 30,
  idleDays: 7,
  /** Rows per dashboard list. */
  dashboardRows: 5,
  passwordMin: 8,
  passwordMax: 128,
  /** Passwords hashed concurrently, and waiting. */
  hashesAtOnce: 2,
  hashesWaiting: 64,
  emailMax: 254,
  nameMax: 120,
  labelMax: 120,
  deviceNumberMax: 40,
  /** Devices of a room shown at once, whose states are requested in one call. */
  roomDevices: 100,
  scannedOthers: 5,
  /** Rooms where an account paid most recently, how long ago at most, and payments of each method that are read. */
  recentRooms: 3,
  recentRoomDays: 90,
  recentRoomPayments: 50,
  locationMax: 200,
  phoneMax: 40,
  tagMax: 60,
  searchMax: 100,
  /** Results per kind in the global search. */
  foundOfKind: 5,
  versionMax: 80,
  codeMin: 6,
  /** Guessing the text of a code must take at least 10 to this power tries. */
  codeGuessesLog10Min: 7,
  /** Characters rated at once for this, because the time grows with their square. */
  codePartJudged: 16,
  /** Codes waiting for this rating. */
  codesWaiting: 500,
  codeMax: 64,
  /** Codes per batch, and maximum size of its customer list. */
  batchCodes: 5000,
  batchBodyBytes: 3 * 1024 * 1024,
  /** Codes offered to a payer at once. */
  codeChoicesMax: 20,
  tokenMax: 512,
  /** Stored part of the user agent, to recognize a session by. */
  userAgentMax: 300,
  /** Problems that an answer lists, and length to which it cuts an unknown field's name. */
  details: 20,
  unknownFieldMax: 100,
  idempotencyKeyMax: 255,
  /** How long a retry gets the first answer. */
  idempotencyDays: 3,
  /** Stored refusals per account; the oldest beyond this are deleted earlier. */
  keptRefusals: 1000,
  recoveryCodes: 10,
  passkeyChallengeMinutes: 5,
  balanceMax: 1_000_000 as MinorUnits,
  /** Top-up amounts that an issuer offers by card, and the maximum amount. */
  topUpAmounts: 6,
  topUpMax: 100_000 as MinorUnits,
  /** Reason of a refund or an adjustment. */
  reasonMax: 200,
  /** Receipts per day to an address typed on the card form: per account, and to one address from all accounts. */
  receiptsToTypedAddress: 3,
  /** When an unfinished card payment is abandoned. */
  cardPaymentMinutes: 15,
  /** A younger card payment or refund is still processed by the call that began it. */
  cardPaymentGraceSeconds: 60,
  /** Payments reconciled per run, newest and oldest, and concurrent requests for them. */
  reconciledAtOnce: 100,
  askedAtOnce: 20,
  /** Pause before a pending one is requested again; doubles each time. */
  askPauseSeconds: 60,
  askPauseSecondsMax: 10 * 60,
  /** How long an answer of the card processor is reused. */
  cardAnswerSeconds: 1,
  /** How long a caller waits for the card processor; shorter than the timeouts of proxies. */
  cardPatienceSeconds: 20,
  /** Rows that a background job changes per statement. */
  forgottenAtOnce: 1000,
  expiredAtOnce: 500,
  rowCountChangesAtOnce: 20_000,
  /** How long an ended session is kept, to recognize the networks of a user. */
  sessionKeptDays: 30,
  accessTokenMinutes: 15,
  sessionDays: 30,
  /** Days after its last use when a guest account is deleted. */
  guestDays: 90,
  /** New guests per network and day. */
  guestsOfNetwork: 200,
  /** Expired guests that one server fetches at once. */
  guestsSweptAtOnce: 100,
  /** How long a replaced token still gets the newest one, because two tabs may renew at the same time. */
  renewalGraceSeconds: 30,
  /** Chunk size for disabling what a stranger left in an account. */
  leftBehindAtOnce: 1000,
  /** Chunk size for removing a closed account from the history, and its mails from the outbox. */
  forgottenAtClosing: 5000,
  emailCodeMinutes: 60,
  /** Per code and network. */
  emailCodeTries: 5,
  /** Between two mails to the same address. */
  emailCodePauseSeconds: 60,
  /** Between two mails that ask the same landlord to accept devices. */
  acceptancePauseHours: 24,
  /** Wrong prepaid codes or passwords per day before a wait: by one caller, from one network. */
  freeAttempts: 5,
  freeAttemptsOfNetwork: 20,
  attemptWaitSecondsMax: 60 * 60,
  /** A controller refuses a start that arrives later than this after the payment; a second later it is asked. */
  startSeconds: 9,
  startAskSeconds: 10,
  /** Between two questions to a controller that has not confirmed an outcome. */
  askSeconds: 5,
  /** Unanswered questions after which a start counts as failed, 40 seconds after the payment. */
  asks: 6,
  /** Questions at the planned end of a cycle before it ends by the clock. */
  asksAtEnd: 2,
  /** Between two questions to a running machine that sends nothing. */
  runningAskSeconds: 60,
  /** How long power or the busy signal may be missing before a machine counts as not running. */
  evidenceMinutes: 5,
  /** A cycle cut short by less than this counts as complete, to allow for delays of networks and timers. */
  cutShortSeconds: 15,
  /** How much longer than paid a relay may report that it runs. */
  overrunSeconds: 60,
  /** A machine started by coin pulses may overrun by the paid time, and by this at most. */
  programOverrunMinutes: 60,
  /** How long a controller that was silent at the planned end is asked about the run. */
  askAfterEndHours: 24,
  /** How long the customer may request the free restart. */
  newStartMinutes: 10,
  /** Controllers that the server simulates, per account. */
  simulatedControllers: 20,
  /** Maximum coins per start. */
  pulsesMax: 1000,
  pulseMsMin: 20,
  pulseMsMax: 5000,
  wattsMax: 10_000,
  /** Stored events per controller, and events written per minute, which bounds a flood. */
  controllerEvents: 50,
  controllerEventsAMinute: 10,
  controllerEventMax: 200,
  /** A controller that was not heard for longer counts as disconnected, whatever the database says. */
  presenceSeconds: 150,
  /** Maximum interval between questions to a silent box at the broker, which starts shorter. */
  silentBoxSeconds: 5 * 60,
  /** Wrong controller credentials checked concurrently per server, so that payments do not wait for them. */
  wrongCredentialsAtOnce: 4,
  /** How often a controller's presence is written, and its credential is checked again. */
  presenceWriteSeconds: 60,
  /** Silence after which the owner of a machine is notified, together with machines that follow within minutes. */
  alertSilentMinutes: 10,
  alertGatherMinutes: 2,
  /** Between two such mails to one owner, and devices listed per section. */
  alertPauseMinutes: 15,
  alertDevices: 20,
  /** The owner is notified of this many refunded cycles of one payer that were cut short within this many days. */
  cutShortCycles: 3,
  cutShortDays: 7,
  /** After its end. */
  alertKeptDays: 30,
  /** When the payer is notified before a cycle ends, if the cycle is long enough; not in the last minute. */
  notificationMinutes: 5,
  notificationCycleMinutes: 10,
  /** How late a notification of a finished machine, and of a refund, may be sent. */
  doneNotificationHours: 12,
  moneyNotificationHours: 24,
  /** Notifications that one server sends at once, and how often it checks for the end of quiet hours. */
  notificationsAtOnce: 50,
  notificationPauseMinutes: 5,
  /** How long a user waits for a machine at a room, at how many rooms, and how long the notification is useful. */
  roomWaitHours: 4,
  roomWaits: 10,
  freeNotificationMinutes: 15,
  /** Subscribed browsers per account; the oldest beyond this are deleted. */
  pushSubscriptions: 10,
  pushEndpointMax: 1024,
  /** Concurrent pushes per server, and timeout for the push service. */
  pushesAtOnce: 20,
  pushSeconds: 10,
  /** Pause before retrying a push; doubles each time, or as the service asks. */
  pushPauseSeconds: 10,
  pushPauseSecondsMax: 5 * 60,
  pushWaitSecondsMax: 60 * 60,
  /** How long sent notifications are remembered. */
  notificationKeptDays: 30,
  /** How long a test start switches a relay on. */
  testSeconds: 10,
  /** How long a device, and a cycle to its payer, is shown as done. */
  doneMinutes: 10,
  /** Cycles listed per account, newest first, and maximum age of their payments. */
  openCycles: 20,
  openCycleDays: 9,
  /** Live event streams: per account, per network, and in total, on one server. */
  eventsOfAccount: 20,
  eventsOfNetwork: 200,
  eventsAtOnce: 2000,
  /** Streams that read concurrently, so that payers do not wait for them. */
  eventReadsAtOnce: 2,
  /** Between heartbeats of a stream, which also check rights and states. */
  eventBeatSeconds: 20,
  /** Changes within this time are sent together. */
  eventGatherMs: 200,
  ...reportLimits,
  ...webhookLimits,
  ...bulkLimits,
  ...exportLimits,
  ...importLimits,
  ...priceLimits,
  ...mailLimits,
  ...accessLimits,
  ...queueLimits,
  ...bookingLimits,
  ...quotaLimits,
  ...taxLimits,
} as const

/**
 * Calls per minute. From one network to one server: the whole API, pages and files, and connecting controllers.
 * To all servers, per network and per account: each endpoint.
 */
export const requestsPerMinute = {
  everything: 1200,
  files: 6000,
  /** Connections, counted apart from calls of people in the same house. */
  controllers: 1200,
  signIn: 30,
  guest: 20,
  /** Several phones share the network of a laundry. */
  scan: 120,
  /** Providers fetch the calendars of many accounts from one network. */
  calendar: 300,
  refresh: 120,
  generateCode: 60,
  /** Issuing and renaming, which rate how easy each text is to guess. */
  chooseCode: 300,
  /** Each is as much work as thousands of codes. */
  issueBatch: 20,
  /** Each rates up to 200 texts. */
  importCodes: 120,
  /** Each reads thousands of rows, and writes or sends them. */
  planBulkChange: 30,
  /** Each runs a machine, and leaves a row. */
  testStart: 30,
  /** Decoding a photo takes a second. */
  report: 30,
  /** Slows down trying stolen cards. */
  payByCard: 30,
  /** Each causes calls to external servers. */
  webhooks: 30,
} as const
