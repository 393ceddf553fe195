import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A change of the database, applied once. */
export interface Step {
  name: string
  text: string
  checksum: string
  /** Its file begins with the mark where a statement would refuse to be in a transaction. */
  isTransaction: boolean
}

/** The name of the first step: all files of `schema/` together. */
export const baselineName = 'baseline'

const withoutTransaction = '-- without transaction\n'

let known: Promise<Step[]> | undefined

/** What makes a database of this program, in order: the schema, then the migrations. Read once. */
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

export async function filesOf(folder: string) {
  const url = new URL(`./${folder}/`, import.meta.url)
  const names = (await readdir(url)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, url), 'utf8') })),
  )
}
