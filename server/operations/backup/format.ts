/**
 * A backup is a gzip file of lines: a header; for each table a line with its name and columns, its rows in the COPY
 * format of PostgreSQL and an end line; and a last line that marks the backup as complete.
 */
/** Format version, increased when an older program could not read the file. */
export const backupFormat = 1

export interface Header {
  coinless: typeof backupFormat
  /** Names of the applied migrations. */
  migrations: string[]
}

export interface Table {
  table: string
  columns: string[]
}

/** End line of a table. No COPY row can equal it. */
export const tableEnd = '\\.\n'
