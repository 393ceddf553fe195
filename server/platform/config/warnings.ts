import type { Config } from './config.ts'

/** Warnings for the log of a start: settings that are missing or remove a protection. */
export function warningsOf(config: Config): string[] {
  const { trustProxy, rateLimits, smtpUrl, cardProcessor, publicUrl } = config
  return [
    ...(cardProcessor === 'off' ? ['cards are off: see CARD_PROCESSOR'] : []),
    ...(smtpUrl ? [] : ['SMTP_URL is not set: mails are kept in DATA_DIR/outbox']),
    ...(trustProxy === true
      ? ['TRUST_PROXY is true: any caller can claim any address; set a number or addresses']
      : []),
    ...(trustProxy === false && publicUrl?.startsWith('https:')
      ? [
          'PUBLIC_URL is https and TRUST_PROXY is not set: behind a proxy, all callers share its address and rate limits; set the number of proxies',
        ]
      : []),
    ...(rateLimits ? [] : ['RATE_LIMITS is off: guessing is not limited']),
  ]
}
