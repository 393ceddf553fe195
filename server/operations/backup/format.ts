/**
 * A backup is a gzip file of lines: a header, then for each table a line that names it and its columns,
 * its rows in PostgreSQL's own COPY format and a line that ends them, and a last line that says that
 * all is there.
 */
/** Raised when an older program could not read it. */
export const backupFormat = 1

export interface Header {
  coinless: typeof backupFormat
  /** What had been applied. */
  migrations: string[]
}

export interface Table {
  table: string
  columns: string[]
}

/** No row of COPY can look like it. */
export const tableEnd = '\\.\n'
