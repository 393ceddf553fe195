import { accessLimits } from './access-limits.ts'
import { bodyLimits } from './body-limits.ts'
import { bulkLimits } from './bulk-limits.ts'
import { ceilingLimits } from './ceiling-limits.ts'
import { codeMailLimits } from './code-mail-limits.ts'
import { importLimits } from './import-limits.ts'
import { priceLimits } from './price-limits.ts'
import { reportLimits } from './report-limits.ts'
import { webhookLimits } from './webhook-limits.ts'

/** Every limit of the product, written down once. Lengths are in characters, sizes in bytes. */
export const limits = {
  pageSize: 10,
  listLimitMax: 100,
  /** Rows of a list that is asked for without pages. */
  wholeListMax: 1000,
  /** An export is read from the database in parts of so many rows; of documents, in parts of so many bytes. */
  exportRowsAtOnce: 250,
  exportReadBytes: 512 * 1024,
  /** It is sent in parts of about so many characters; each has to be taken in so many seconds. */
  exportPartBytes: 64 * 1024,
  exportPartSeconds: 30,
  /** Parts that one server makes at the same moment, of all exports together; and exports under way. */
  exportPartsAtOnce: 2,
  exportsAtOnce: 50,
  exportsOfNetworkAtOnce: 10,
  /** Years that can be exported. */
  yearMin: 2000,
  yearMax: 9999,
  pageMax: 10_000_000,
  ...bodyLimits,
  /** Calls of one account, and of one session, that one server works on at the same moment; the next wait. */
  callsAtOnce: 4,
  callsOfSessionAtOnce: 3,
  /** In which a whole request has to arrive, and its headers alone. */
  requestSeconds: 30,
  headersSeconds: 15,
  /** A connection on which nothing moves is closed, such as one whose answer nobody takes. */
  connectionSeconds: 60,
  documentBytes: 64 * 1024,
  /** What one account may keep, in number and in bytes of all its documents. */
  resources: 1000,
  resourcesBytes: 8 * 1024 * 1024,
  /** A page of resources holds no more than this; so many are made at the same moment, or wait for it. */
  resourcesPageBytes: 1024 * 1024,
  resourcesPagesAtOnce: 2,
  resourcesPagesWaiting: 64,
  /** Objects and lists within each other, the document itself included. */
  documentLevels: 32,
  roleMax: 64,
  /** Of one account. */
  rolesMax: 20,
  timeZoneMax: 64,
  /** What the dashboard looks back on, and how long a device may stand idle before it says so. */
  dashboardDays: 30,
  idleDays: 7,
  /** Rows of each of the dashboard's lists. */
  dashboardRows: 5,
  passwordMin: 8,
  passwordMax: 128,
  /** Passwords that are hashed at the same moment, and that wait for their turn. */
  hashesAtOnce: 2,
  hashesWaiting: 64,
  emailMax: 254,
  nameMax: 120,
  labelMax: 120,
  deviceNumberMax: 40,
  /** Of one room that are shown at once: those that states are asked for in one call. */
  roomDevices: 100,
  locationMax: 200,
  phoneMax: 40,
  tagMax: 60,
  searchMax: 100,
  /** Of each kind of thing that a search over all of them finds. */
  foundOfKind: 5,
  versionMax: 80,
  codeMin: 6,
  /** A code's text must take at least 10 to this power guesses. */
  codeGuessesLog10Min: 7,
  /** Characters that are looked at in one go to tell that: the time grows with their square. */
  codePartJudged: 16,
  /** Codes that wait for that. */
  codesWaiting: 500,
  codeMax: 64,
  /** Codes of one batch, and what the list of whom they are for takes at most. */
  batchCodes: 5000,
  batchBodyBytes: 3 * 1024 * 1024,
  /** Offered at once to whoever pays. */
  codeChoicesMax: 20,
  tokenMax: 512,
  /** What of a browser's description is kept to recognise a session by. */
  userAgentMax: 300,
  /** What an answer names of what is wrong with a call, and of the name of a field that nobody knows. */
  details: 20,
  unknownFieldMax: 100,
  idempotencyKeyMax: 255,
  /** How long a repetition gets the first answer. */
  idempotencyDays: 3,
  /** Of an account: of more than so many refusals that keys stand for the oldest are forgotten earlier. */
  keptRefusals: 1000,
  recoveryCodes: 10,
  passkeysMax: 20,
  passkeyChallengeMinutes: 5,
  balanceDollarsMax: 10_000,
  /** What an issuer offers by card: so many amounts, and the largest of them. */
  topUpAmounts: 6,
  topUpDollarsMax: 1000,
  /** Of a refund or an adjustment. */
  reasonMax: 200,
  /** Receipts a day to an address on the card form: of one account, and of all to one address. */
  receiptsToTypedAddress: 3,
  /** After so long a card payment that nobody finished is given up. */
  cardPaymentMinutes: 15,
  /** A card payment or refund that is younger is still being worked on by whoever began it. */
  cardPaymentGraceSeconds: 60,
  /** How many of them are chosen in one go, newest and oldest, and asked for at the same moment. */
  reconciledAtOnce: 100,
  askedAtOnce: 20,
  /** One that is still pending is asked for again after this pause, then twice as long each time. */
  askPauseSeconds: 60,
  askPauseSecondsMax: 10 * 60,
  /** For so long what the card processor said of a payment is told again to whoever asks. */
  cardAnswerSeconds: 1,
  /** How long a caller waits for the card processor; proxies in front give up later. */
  cardPatienceSeconds: 20,
  /** How many rows a background job changes by one statement. */
  forgottenAtOnce: 1000,
  expiredAtOnce: 500,
  rowCountChangesAtOnce: 20_000,
  /** After its end a session still tells from which networks somebody signs in. */
  sessionKeptDays: 30,
  accessTokenMinutes: 15,
  sessionDays: 30,
  /** Of a guest, since it was used last; then the account goes. */
  guestDays: 90,
  /** Guests that begin in one network in a day. */
  guestsOfNetwork: 200,
  /** How many that are over one server looks for in one go. */
  guestsSweptAtOnce: 100,
  /** How long a replaced token still gets the newest one: two tabs may renew at the same moment. */
  renewalGraceSeconds: 30,
  /** What a stranger left in an account is put out of use in parts of so many rows. */
  leftBehindAtOnce: 1000,
  /** A closed account is taken out of the history, and its mails out of those that wait, in parts of so many. */
  forgottenAtClosing: 5000,
  emailCodeMinutes: 60,
  /** Of each code, from one network. */
  emailCodeTries: 5,
  /** Between two mails to the same address. */
  emailCodePauseSeconds: 60,
  /** Between two mails that ask the same landlord to accept devices. */
  acceptancePauseHours: 24,
  /** How long a mail is tried again, and of how many at the same moment by one server. */
  mailHours: 24,
  mailsAtOnce: 10,
  /** After this pause a failed mail is tried again, then twice as long each time. */
  mailPauseSeconds: 10,
  mailPauseSecondsMax: 5 * 60,
  /** By then a server has sent what it took upon itself, or it has died. */
  mailClaimSeconds: 5 * 60,
  /** For which the mail server may be silent. */
  mailServerSeconds: 15,
  /** Wrong prepaid codes or passwords without a wait in a day: by one caller, from one network. */
  freeAttempts: 5,
  freeAttemptsOfNetwork: 20,
  attemptWaitSecondsMax: 60 * 60,
  /** A controller refuses a start that arrives later after the payment; then it is asked. */
  startSeconds: 9,
  startAskSeconds: 10,
  /** Between two questions to a controller that has not said yet what became of something. */
  askSeconds: 5,
  /** After so many questions without an answer, 40 seconds after the payment, nothing has started. */
  asks: 6,
  /** Questions at the planned end of a cycle before it ends by the clock. */
  asksAtEnd: 2,
  /** Between two questions to a machine that runs, when it says nothing by itself. */
  runningAskSeconds: 60,
  /** How long power or the busy signal may be missing before a machine counts as not running. */
  evidenceMinutes: 5,
  /** A cycle that was cut short by less has run in full: networks and timers take their time. */
  cutShortSeconds: 15,
  /** How much longer than paid for a relay may say that it runs. */
  overrunSeconds: 60,
  /** A machine started by coin pulses may work for as long again as was paid, and no longer than this. */
  programOverrunMinutes: 60,
  /** A controller that was silent at the planned end is asked for so long what became of the run. */
  askAfterEndHours: 24,
  /** How long the customer may ask for the free new start. */
  newStartMinutes: 10,
  /** Of one account; and of those that the server runs itself. */
  controllers: 1000,
  simulatedControllers: 20,
  /** Coins that one start may stand for. */
  pulsesMax: 1000,
  pulseMsMin: 20,
  pulseMsMax: 5000,
  wattsMax: 10_000,
  /** What a controller said lately: of each, and in a minute, so that a flood writes no flood. */
  controllerEvents: 50,
  controllerEventsAMinute: 10,
  controllerEventMax: 200,
  /** A controller that was not heard for longer is not connected, whatever was written down. */
  presenceSeconds: 150,
  /** A box at the broker that is silent is asked ever more rarely, up to this. */
  silentBoxSeconds: 5 * 60,
  /** Of controllers, at one server: payments wait for none of them. */
  wrongCredentialsAtOnce: 4,
  /** How often that is written, and its credential looked up again. */
  presenceWriteSeconds: 60,
  /** A machine that is silent for so long is told to its owner, and so are those that follow within minutes. */
  alertSilentMinutes: 10,
  alertGatherMinutes: 2,
  /** Between two such mails to one owner, and how many devices each of its parts names. */
  alertPauseMinutes: 15,
  alertDevices: 20,
  /** So many cycles of one payer, cut short within so many days with money given back, are told to the owner. */
  cutShortCycles: 3,
  cutShortDays: 7,
  /** After its end. */
  alertKeptDays: 30,
  /** Before the end of a cycle it is told, if the whole of it is not shorter; not in the last minute. */
  noticeMinutes: 5,
  noticeCycleMinutes: 10,
  /** For so long a machine that is done, and money that went back, are told if that was not possible before. */
  doneNoticeHours: 12,
  moneyNoticeHours: 24,
  /** How many one server tells in one go, and how soon it looks again whether quiet hours are over. */
  noticesAtOnce: 50,
  noticePauseMinutes: 5,
  /** For so long somebody waits at a room to be told, in how many at once; and for which a notification is of use. */
  roomWaitHours: 4,
  roomWaits: 10,
  freeNoticeMinutes: 15,
  /** Browsers of one account that are told; of more the oldest are forgotten. */
  pushSubscriptions: 10,
  pushEndpointMax: 1024,
  /** How many one server sends at the same moment, and for which the push service may be silent. */
  pushesAtOnce: 20,
  pushSeconds: 10,
  /** After this pause what was not taken is sent again, then twice as long each time, or as the service says. */
  pushPauseSeconds: 10,
  pushPauseSecondsMax: 5 * 60,
  pushWaitSecondsMax: 60 * 60,
  /** How long it is remembered that something was told. */
  noticeKeptDays: 30,
  /** For which a test start switches a relay on. */
  testSeconds: 10,
  /** How long a device, and a cycle to whoever paid, is shown as done. */
  doneMinutes: 10,
  /** Of one account, newest first, and how far back they were paid for. */
  openCycles: 20,
  openCycleDays: 9,
  /** Pages that follow devices: of one account, of one network, and of all, at one server. */
  eventsOfAccount: 20,
  eventsOfNetwork: 200,
  eventsAtOnce: 2000,
  /** Of them, so many read at the same moment: whoever pays waits for none. */
  eventReadsAtOnce: 2,
  /** Between two signs of life to such a page, when rights and states are looked at, too. */
  eventBeatSeconds: 20,
  /** Changes that come within so long are told together. */
  eventGatherMs: 200,
  ...reportLimits,
  ...webhookLimits,
  ...bulkLimits,
  ...importLimits,
  ...priceLimits,
  ...codeMailLimits,
  ...accessLimits,
  ...ceilingLimits,
} as const

/**
 * Calls a minute from one network to one server: of the whole API, of pages and files, and of controllers that connect; to all servers
 * from one network and by one account: of one endpoint.
 */
export const requestsPerMinute = {
  everything: 1200,
  files: 6000,
  /** Connections, apart from the calls of the people in the same house. */
  controllers: 1200,
  signIn: 30,
  guest: 20,
  refresh: 120,
  generateCode: 60,
  /** Issuing and renaming: each text is judged for how easy it is to guess. */
  chooseCode: 300,
  /** Each is as much work as thousands of codes. */
  issueBatch: 20,
  /** Each judges up to 200 texts. */
  importCodes: 120,
  /** Each reads thousands of rows, and writes them down or sends them. */
  planBulkChange: 30,
  /** Each moves a machine, and leaves a row that is kept. */
  testStart: 30,
  /** A photo that comes along is a second of work. */
  report: 30,
  /** Whoever tries stolen cards one after the other wants more. */
  payByCard: 30,
  /** Each leads to calls of servers outside. */
  webhooks: 30,
} as const
