/** Days begin at midnight where the viewer is. Intl takes long to say where, Temporal is not everywhere. */
export const viewersTimeZone =
  globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
