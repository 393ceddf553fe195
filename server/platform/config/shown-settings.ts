export interface ShownSetting {
  name: string
  is_set: boolean
  value: string | number | boolean | null
}

/** No secret, and nobody's name, address or folder. A setting is shown as a value only when it is named here. */
const harmless = new Set([
  'PORT',
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
 * Every setting, for whoever helps: of most of them only whether there is one.
 * @param names of all there are
 * @param given what the environment says
 * @param values as they are read, with defaults
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
