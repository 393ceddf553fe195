/** Days begin at midnight in this zone. Temporal is faster than Intl, but not available everywhere. */
export const viewersTimeZone =
  globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'America/New York' */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}
