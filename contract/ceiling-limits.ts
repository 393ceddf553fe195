/** What one account keeps, and what unverified accounts make: part of `limits`. */
export const ceilingLimits = {
  /** Of one account, without those that are deleted. */
  devices: 10_000,
  codes: 250_000,
  codeBatches: 10_000,
  /** Of an account whose address is not verified: devices, and codes; then batches, controllers, and resources. */
  madeUnverified: 1000,
  othersMadeUnverified: 100,
  /** All of these that the unverified accounts of one network make in a day. */
  madeUnverifiedOfNetwork: 3000,
  /** From this part of a ceiling on, screens show it. */
  nearlyFullPercent: 90,
} as const
