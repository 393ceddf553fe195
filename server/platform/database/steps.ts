import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A database migration, applied once. */
export interface Step {
  name: string
  text: string
  checksum: string
  /** False if a statement refuses to run in a transaction; the file then begins with the mark. */
  isTransaction: boolean
}

/** Name of the first step, which combines all files of `schema/`. */
export const baselineName = 'baseline-1.0'

const withoutTransaction = '-- without transaction\n'

let known: Promise<Step[]> | undefined

/** Steps that create this program's database, in order: the schema, then the migrations. Read once. */
export function knownSteps(): Promise<Step[]> {
  known ??= readSteps()
  return known
}

export function stepOf(name: string, text: string): Step {
  const checksum = createHash('sha256').update(text).digest('hex')
  return { name, text, checksum, isTransaction: !text.startsWith(withoutTransaction) }
}

async function readSteps(): Promise<Step[]> {
  const [schema, migrations] = await Promise.all([filesOf('schema'), filesOf('migrations')])
  return [
    stepOf(baselineName, schema.map(({ text }) => text).join('\n')),
    ...migrations.map(({ name, text }) => stepOf(name, text)),
  ]
}

async function filesOf(folder: string) {
  const url = new URL(`./${folder}/`, import.meta.url)
  const names = (await readdir(url)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, url), 'utf8') })),
  )
}
