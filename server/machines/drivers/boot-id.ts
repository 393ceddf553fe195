/** Seconds. A longer uptime is not credible. */
export const uptimeMax = 1e9

/** Maximum relative drift of a box's clock, and maximum delay of its answer. */
const drift = 0.0005
const slackMs = 10_000

/**
 * Derives the id of a boot from its start time, for a box that reports only its uptime. The id stays the same until the
 * box reboots, although clocks differ.
 * @param now milliseconds of the database's clock, which all servers share
 * @param known id that was found before, possibly by another server
 */
export function bootId(now: number, uptimeSeconds: number, known: string): string {
  const since = now - uptimeSeconds * 1000
  return isOneBoot(since, Date.parse(known), uptimeSeconds)
    ? known
    : new Date(since).toISOString().slice(0, 19).concat('Z')
}

/** Whether two boot times, in milliseconds, are the same boot of a box with this uptime now. */
export function isOneBoot(since: number, known: number, uptimeSeconds: number): boolean {
  return Math.abs(since - known) <= slackMs + uptimeSeconds * 1000 * drift
}
