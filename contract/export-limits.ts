/** Files of rows and documents. Part of `limits`. */
export const exportLimits = {
  /** An export reads the database in chunks of this many rows; of documents, of this many bytes. */
  exportRowsAtOnce: 250,
  exportReadBytes: 512 * 1024,
  /** Approximate characters per chunk sent, and seconds in which the client must receive it. */
  exportPartBytes: 64 * 1024,
  exportPartSeconds: 30,
  /** Chunks that one server builds concurrently, for all exports; and concurrent exports. */
  exportPartsAtOnce: 2,
  exportsAtOnce: 50,
  exportsOfNetworkAtOnce: 10,
  /** Years that can be exported; and the last year of a calendar day. */
  yearMin: 2000,
  yearMax: 9999,
  dayYearMax: 2999,
} as const
