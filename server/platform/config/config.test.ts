import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { warningsOf } from './warnings.ts'

function load(environment: Record<string, string>, demo = false) {
  return loadConfig(environment, { demo })
}

test('runs without any setting', () => {
  expect(load({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: expect.stringMatching(/\/data$/),
    databaseUrl: undefined,
    corsOrigins: [],
    trustProxy: false,
    rateLimits: true,
    logLevel: 'info',
  })
})

test('warns of settings that remove a protection', () => {
  const SMTP_URL = 'smtp://localhost'
  expect(warningsOf(load({ SMTP_URL, TRUST_PROXY: '1' }))).toEqual([])
  const weak = load({ TRUST_PROXY: 'true', RATE_LIMITS: 'off' })
  expect(warningsOf(weak)).toEqual([
    expect.stringContaining('SMTP_URL'),
    expect.stringContaining('TRUST_PROXY'),
    expect.stringContaining('RATE_LIMITS'),
  ])
})

test('warns of https without a trusted proxy', () => {
  const https = {
    SMTP_URL: 'smtp://localhost',
    PUBLIC_URL: 'https://x.example',
    CARD_PROCESSOR: 'sandbox',
  }
  expect(warningsOf(load(https))).toEqual([expect.stringMatching(/^PUBLIC_URL .*TRUST_PROXY/)])
  expect(warningsOf(load({ ...https, TRUST_PROXY: '1' }))).toEqual([])
})

test('keeps the data of the demo in a separate folder', () => {
  expect(load({}, true).dataDir).toMatch(/\/demo-data$/)
  expect(load({ DATA_DIR: '/srv/coinless' }, true).dataDir).toBe('/srv/coinless')
})

/** From appendix A of RFC 8291. */
const vapid = {
  VAPID_PUBLIC_KEY:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

test('reads the keys for push services as a pair', () => {
  const PUSH_SERVICES = 'https://push.example.com, https://localhost:8443'
  expect(load({ ...vapid, PUSH_SERVICES })).toMatchObject({
    pushKeys: { publicKey: vapid.VAPID_PUBLIC_KEY, privateKey: vapid.VAPID_PRIVATE_KEY },
    pushServices: ['https://push.example.com', 'https://localhost:8443'],
  })
})

test('treats an empty setting as not set', () => {
  expect(load({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('parses each setting', () => {
  expect(
    load({
      CORS_ORIGINS: 'https://a.example, http://b.example:8080',
      TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
      RATE_LIMITS: 'off',
      SMTP_URL: 'smtps://user:secret@mail.example.com',
      MQTT_URL: 'mqtts://coinless:secret@broker.example.com:8883',
      ADMIN_EMAIL: 'Boss@Example.com',
      ADMIN_PASSWORD: 'long enough',
    }),
  ).toMatchObject({
    corsOrigins: ['https://a.example', 'http://b.example:8080'],
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    rateLimits: false,
    smtpUrl: 'smtps://user:secret@mail.example.com',
    mqttUrl: 'mqtts://coinless:secret@broker.example.com:8883',
    adminEmail: 'boss@example.com',
  })
  expect(load({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
  const { trustProxy } = load({ TRUST_PROXY: '2' })
  if (typeof trustProxy !== 'function') throw new Error('a number of hops is a rule')
  expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual([true, true, false])
})

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

const outside = { DATABASE_URL: 'postgres://localhost/coinless', JWT_SECRET: 'x'.repeat(32) }

// id: config-1
test('uses the sandbox card processor by default only in a trial installation', () => {
  const processorOf = (settings: Record<string, string>) => load(settings).cardProcessor
  expect(processorOf({})).toBe('sandbox')
  for (const real of [outside, { PUBLIC_URL: 'https://coinless.example.com' }, keys]) {
    expect(processorOf(real)).toBe('off')
    expect(processorOf({ ...real, CARD_PROCESSOR: '' })).toBe('off')
    expect(processorOf({ ...real, CARD_PROCESSOR: 'sandbox' })).toBe('sandbox')
  }
  expect(processorOf({ CARD_PROCESSOR: 'off' })).toBe('off')
  expect(load({ ...keys, CARD_PROCESSOR: 'sandbox' }).stripe).toBeUndefined()
})

test('uses Stripe if it is chosen and its three keys are set', () => {
  const named = { ...keys, CARD_PROCESSOR: 'stripe' }
  expect(load(named).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    isLive: false,
    capture: 'automatic',
    apiUrl: undefined,
  })
  const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  expect(load({ ...named, ...live }).stripe?.isLive).toBe(true)
  expect(() => load({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/must be set together, or none/)
})

describe('an invalid setting is refused with its name', () => {
  test.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://user:secret@host/name' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'mysql://user:secret@host/name' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'mysql://user:secret@host/name' }],
    ...['/', '?', '#'].flatMap((mark): [string, Record<string, string>][] => [
      ['DATABASE_URL', { DATABASE_URL: `postgres://user:12${mark}secret@host/name` }],
      ['DATABASE_URL', { DATABASE_URL: `postgres://user:p@12${mark}secret@host:5432,other/name` }],
      ['SMTP_URL', { SMTP_URL: `smtp://user:12${mark}secret@host` }],
      ['MQTT_URL', { MQTT_URL: `mqtt://user:12${mark}secret@host` }],
    ]),
    ['CURRENCY', { CURRENCY: 'eur' }],
    ['CURRENCY', { CURRENCY: 'KWD' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://coinless.example.com/app' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'boss', ADMIN_PASSWORD: 'long enough' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'boss@example.com' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'secret' }],
    ['JWT_SECRET', { JWT_SECRET: 'secret' }],
    ['JWT_SECRET', { DATABASE_URL: 'postgres://localhost/coinless' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
    ['MQTT_URL', { MQTT_URL: 'http://coinless:secret@broker.example.com' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: 'secret', VAPID_PRIVATE_KEY: 'secret' }],
    ['VAPID_PUBLIC_KEY', { VAPID_PUBLIC_KEY: vapid.VAPID_PUBLIC_KEY }],
    ['VAPID_PUBLIC_KEY', { ...vapid, VAPID_PRIVATE_KEY: 'A'.repeat(42).concat('E') }],
    ['PUSH_SERVICES', { PUSH_SERVICES: 'http://push.example.com' }],
    ['CARD_PROCESSOR', { CARD_PROCESSOR: 'Stripe' }],
    ['CARD_PROCESSOR', { CARD_PROCESSOR: 'stripe' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_secret' }],
    ['STRIPE_SECRET_KEY', { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['STRIPE_SECRET_KEY', { ...keys, STRIPE_SECRET_KEY: 'rk_live_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['STRIPE_CAPTURE', { STRIPE_CAPTURE: 'later' }],
    ['STRIPE_API_URL', { STRIPE_API_URL: 'localhost' }],
    ['BACKUP_DIR', { DATA_DIR: '/data', BACKUP_DIR: '/data/database/../database/backups' }],
    ['BACKUP_DIR', { ...outside, BACKUP_DIR: '/backups' }],
    ['BACKUP_DIR', { BACKUP_DIR: 's3://bucket/backups' }],
    ['BACKUP_DIR', { BACKUP_DIR: '~/backups' }],
    ['BACKUP_KEY_FILE', { BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/backups/../backups/key' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'no' }],
    ['GUESTS', { GUESTS: 'none' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('%s: %o', (name, environment: Record<string, string>) => {
    const message = new RegExp(`^${name} [^\n]*[.]$`)
    expect(() => load(environment)).toThrow(message)
    expect(() => load(environment)).not.toThrow(/secret/)
  })
})
