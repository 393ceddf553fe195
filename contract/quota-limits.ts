/** What an account can keep, and what unverified accounts can create. Part of `limits`. */
export const quotaLimits = {
  /** Per account, without deleted ones. */
  devices: 10_000,
  codes: 250_000,
  codeBatches: 10_000,
  controllers: 1000,
  resources: 1000,
  webhooks: 10,
  /** Including open invitations. */
  staff: 50,
  /** Active ones. */
  apiKeys: 20,
  passkeysMax: 20,
  /** Per unverified account: devices, and codes; then batches, controllers, and resources. */
  madeUnverified: 1000,
  othersMadeUnverified: 100,
  /** All of these that the unverified accounts of one network create in a day. */
  madeUnverifiedOfNetwork: 3000,
  /** Screens show a quota from this share on. */
  nearlyFullPercent: 90,
} as const
