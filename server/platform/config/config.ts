import { resolve } from 'node:path'
import { currencyCodes } from '@coinless/contract/currencies.ts'
import { email } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { CardSettings } from '@coinless/contract/payments.ts'
import { z } from 'zod'
import { commaSeparated, isMqttUrl, isOrigin, isPostgresUrl, isSmtpUrl } from './addresses.ts'
import { type BackupConfig, backupSettings, backupsIn } from './backup-settings.ts'
import { pushKeysIn, pushSettings } from './push-settings.ts'
import { LastingError } from './setting-error.ts'
import { type ShownSetting, shownSettings } from './shown-settings.ts'
import { type TrustProxy, trustProxy } from './trust-proxy.ts'

export interface Config extends BackupConfig {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** undefined: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined
  /** undefined: the user of databaseUrl owns the tables. */
  databaseOwnerUrl: string | undefined
  /** The same database without a pooler; undefined: databaseUrl has none. */
  databaseDirectUrl: string | undefined
  /** False behind a pooler in transaction mode. */
  preparedStatements: boolean
  publicUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** undefined: generated and stored in dataDir. */
  jwtSecret: string | undefined
  /** The operator accepts that data encrypted with another secret stays unreadable. */
  isSecretLost: boolean
  corsOrigins: string[]
  trustProxy: TrustProxy
  /** undefined: mails are stored as files in dataDir. */
  smtpUrl: string | undefined
  mailFrom: string
  /** MQTT broker of controllers, with user and password; undefined: none. */
  mqttUrl: string | undefined
  /** Identifies this installation to push services; undefined: generated and stored in the database. */
  pushKeys: ReturnType<typeof pushKeysIn>
  /** Origins of push services in addition to the known ones. */
  pushServices: string[]
  /** Webhooks may use private addresses, http and any port. */
  webhookPrivateNetworks: boolean
  /** Admin rights need a session with a second factor. */
  requireAdmin2fa: boolean
  /** Whether people can become guests, who pay without registration. */
  guests: boolean
  cardProcessor: CardSettings['processor']
  /** Set if Stripe takes the cards. */
  stripe: StripeSettings | undefined
  rateLimits: boolean
  logLevel: (typeof logLevels)[number]
  /** Slower queries are logged. */
  slowQueryMs: number
  /** Bearer token of Prometheus for /metrics; undefined: nobody can read them. */
  metricsToken: string | undefined
  /** Where traces are sent; undefined: nowhere. */
  traceEndpoint: string | undefined
  /** Settings for support to read. */
  shown: ShownSetting[]
  /** How long a stopping server still answers, so that no client calls it when it exits. */
  stopDelaySeconds: number
}

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Whether the keys are live and move real money. */
  isLive: boolean
  /** Capture together with the bank's approval, or as a second step by this server. */
  capture: 'automatic' | 'manual'
  /** Origin of Stripe's API; undefined: Stripe's own. */
  apiUrl: string | undefined
}

/** Config with a secret, set or generated. */
export type AppConfig = Config & { jwtSecret: string }

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const jwtSecretMin = 32
const metricsTokenMin = 16

const postgresUrl = z
  .string()
  .refine(
    isPostgresUrl,
    'must be an address such as postgres://user:password@host:5432/name, its password percent-encoded (@ is %40, / is %2F).',
  )

const onOrOff = z.enum(['on', 'off'], 'must be on or off.')

const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535.')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  PREPARED_STATEMENTS: onOrOff.default('on').transform(isOn),
  CURRENCY: z.enum(currencyCodes, `must be one of ${currencyCodes.join(', ')}.`).default('USD'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://coinless.example.com, without a path.')
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .refine((value) => email.safeParse(value).success, 'must be an email address.')
    .pipe(email)
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.passwordMin, `must have at least ${limits.passwordMin} characters.`)
    .max(limits.passwordMax, `must have at most ${limits.passwordMax} characters.`)
    .optional(),
  JWT_SECRET: z
    .string()
    .min(jwtSecretMin, `must have at least ${jwtSecretMin} characters.`)
    .optional(),
  JWT_SECRET_LOST: onOrOff.default('off').transform(isOn),
  CORS_ORIGINS: z
    .string()
    .transform(commaSeparated)
    .refine((origins) => origins.every(isOrigin), 'must be origins separated by commas.')
    .default([]),
  TRUST_PROXY: z.string().transform(trustProxy).default(false),
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must be an address such as smtp://user:password@host:587, its password percent-encoded (/ is %2F).',
    )
    .optional(),
  MQTT_URL: z
    .string()
    .refine(
      isMqttUrl,
      'must be an address such as mqtts://user:password@host:8883, its password percent-encoded (/ is %2F).',
    )
    .optional(),
  MAIL_FROM: z.string().default('Coinless <coinless@localhost.localdomain>'),
  REQUIRE_ADMIN_2FA: onOrOff.default('off').transform(isOn),
  GUESTS: onOrOff.default('on').transform(isOn),
  CARD_PROCESSOR: z
    .enum(['off', 'sandbox', 'stripe'], 'must be off, sandbox or stripe.')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_.')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_.')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_.')
    .optional(),
  STRIPE_CAPTURE: z
    .enum(['automatic', 'manual'], 'must be automatic or manual.')
    .default('automatic'),
  STRIPE_API_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as http://localhost:12111, without a path.')
    .optional(),
  ...pushSettings,
  ...backupSettings,
  WEBHOOK_PRIVATE_NETWORKS: onOrOff.default('off').transform(isOn),
  RATE_LIMITS: onOrOff.default('on').transform(isOn),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number of milliseconds from 1 to 999999.')
    .transform(Number)
    .default(500),
  METRICS_TOKEN: z
    .string()
    .min(metricsTokenMin, `must have at least ${metricsTokenMin} characters.`)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isOrigin, 'must be an origin such as http://localhost:4318, without a path.')
    .optional(),
  STOP_DELAY_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds from 0 to 99.')
    .transform(Number)
    .default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}.`).default('info'),
})

/**
 * Reads the settings from the environment. An empty value counts as not set.
 * @param options.signsTokens false for tools, which need no secret
 * @throws SettingError that names the first invalid setting, never the value of a secret
 */
export function loadConfig(
  environment: Record<string, string | undefined>,
  { demo, signsTokens = true }: { demo: boolean; signsTokens?: boolean },
): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const parsed = settings.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new LastingError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const values = parsed.data
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    throw new LastingError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together, or neither.')
  }
  if (signsTokens && values.DATABASE_URL && !values.JWT_SECRET) {
    throw new LastingError(
      `JWT_SECRET must be set if DATABASE_URL is: at least ${jwtSecretMin} random characters, the same on every server.`,
    )
  }
  const cardProcessor = values.CARD_PROCESSOR ?? unnamedProcessor(values)
  const stripe = stripeSettings(values)
  if (cardProcessor === 'stripe' && !stripe) {
    throw new LastingError(
      'CARD_PROCESSOR stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  }
  const dataDir = resolve(values.DATA_DIR ?? (demo ? 'demo-data' : 'data'))
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    preparedStatements: values.PREPARED_STATEMENTS,
    publicUrl: values.PUBLIC_URL,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    jwtSecret: values.JWT_SECRET,
    isSecretLost: values.JWT_SECRET_LOST,
    corsOrigins: values.CORS_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mqttUrl: values.MQTT_URL,
    pushKeys: pushKeysIn(values),
    pushServices: values.PUSH_SERVICES,
    webhookPrivateNetworks: values.WEBHOOK_PRIVATE_NETWORKS,
    requireAdmin2fa: values.REQUIRE_ADMIN_2FA,
    guests: values.GUESTS,
    cardProcessor,
    stripe: cardProcessor === 'stripe' ? stripe : undefined,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    metricsToken: values.METRICS_TOKEN,
    traceEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    ...backupsIn(values, dataDir),
    shown: shownSettings(Object.keys(settings.shape), Object.fromEntries(given), values),
    stopDelaySeconds: values.STOP_DELAY_SECONDS,
  }
}

/** Processor if none is set. The sandbox, where everyone can pay, is only for trials; an operator must choose one. */
function unnamedProcessor(values: z.output<typeof settings>) {
  const isTrial = !values.DATABASE_URL && !values.PUBLIC_URL && !values.STRIPE_SECRET_KEY
  return isTrial ? 'sandbox' : 'off'
}

/** @throws SettingError if only some of the three keys are set, or live and test keys are mixed */
function stripeSettings(values: z.output<typeof settings>): StripeSettings | undefined {
  const secretKey = values.STRIPE_SECRET_KEY
  const publishableKey = values.STRIPE_PUBLISHABLE_KEY
  const webhookSecret = values.STRIPE_WEBHOOK_SECRET
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new LastingError(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together, or none.',
    )
  }
  const isLive = isLiveKey(secretKey)
  if (isLive !== isLiveKey(publishableKey)) {
    throw new LastingError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys.',
    )
  }
  const { STRIPE_CAPTURE: capture, STRIPE_API_URL: apiUrl } = values
  return { secretKey, publishableKey, webhookSecret, isLive, capture, apiUrl }
}

function isLiveKey(key: string): boolean {
  return /^[a-z]k_live_/.test(key)
}

function isOn(value: 'on' | 'off'): boolean {
  return value === 'on'
}
