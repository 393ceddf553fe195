/** Seconds. What says that it has been on for longer does not tell the truth. */
export const uptimeMax = 1e9

/** A box's clock may run slow or fast by so much, and its answer take so long. */
const drift = 0.0005
const slackMs = 10_000

/**
 * The id of a boot, for a box that says only for how long it has been on: since when. It stays the same for
 * as long as the box does, although clocks differ.
 * @param now milliseconds of the database's clock, which all servers share
 * @param known the id that was found before, also by another server
 */
export function bootId(now: number, uptimeSeconds: number, known: string): string {
  const since = now - uptimeSeconds * 1000
  return isOneBoot(since, Date.parse(known), uptimeSeconds)
    ? known
    : new Date(since).toISOString().slice(0, 19).concat('Z')
}

/** Whether a box that says now that it has been on since the one has been so since the other, in milliseconds. */
export function isOneBoot(since: number, known: number, uptimeSeconds: number): boolean {
  return Math.abs(since - known) <= slackMs + uptimeSeconds * 1000 * drift
}
