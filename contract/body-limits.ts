/** Of the bodies of calls and of connections: part of `limits`. */
export const bodyLimits = {
  /** A body may have as many bytes as its schema allows, within these. */
  bodyBytesMin: 16 * 1024,
  bodyBytes: 128 * 1024,
  /** Values of a body beside those that its schema names: of fields that are ignored, or refused by their names. */
  bodySpareValues: 200,
  /** What a browser sends of a passkey. */
  credentialBytes: 16 * 1024,
  /** For so long a server that stops goes on answering: connections end with their next answer. */
  leaveSeconds: 1,
} as const
