export interface ShownSetting {
  name: string
  is_set: boolean
  value: string | number | boolean | null
}

/** Settings whose value is shown: no secrets, and no names, addresses or folders. */
const harmless = new Set([
  'PORT',
  'CURRENCY',
  'PREPARED_STATEMENTS',
  'JWT_SECRET_LOST',
  'REQUIRE_ADMIN_2FA',
  'GUESTS',
  'CARD_PROCESSOR',
  'STRIPE_CAPTURE',
  'WEBHOOK_PRIVATE_NETWORKS',
  'RATE_LIMITS',
  'SLOW_QUERY_MS',
  'STOP_DELAY_SECONDS',
  'LOG_LEVEL',
  'BACKUP_HOURS',
  'BACKUP_KEEP_DAYS',
])

/**
 * Lists all settings for support, most of them only as set or not set.
 * @param names names of all settings
 * @param given values in the environment
 * @param values parsed values, with defaults
 */
export function shownSettings(
  names: string[],
  given: Record<string, unknown>,
  values: Record<string, unknown>,
): ShownSetting[] {
  return names.sort().map((name) => ({
    name,
    is_set: given[name] !== undefined,
    value: harmless.has(name) ? ((values[name] as ShownSetting['value']) ?? null) : null,
  }))
}
