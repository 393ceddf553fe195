/** Request bodies and connections. Part of `limits`. */
export const bodyLimits = {
  /** The schema of a body sets its maximum size, within these bounds. */
  bodyBytesMin: 16 * 1024,
  bodyBytes: 128 * 1024,
  /** Values of a body beyond those in its schema, for fields that are ignored or rejected by name. */
  bodySpareValues: 200,
  /** Name of a field, as sent. */
  nameBytes: 1024,
  /** Credential that a browser sends for a passkey. */
  credentialBytes: 16 * 1024,
  /** How long a stopping server still answers; connections close with their next answer. */
  leaveSeconds: 1,
} as const
