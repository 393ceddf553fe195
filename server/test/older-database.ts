import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../database/migrations/', import.meta.url)

/** The schema as it was before a migration, and what that migration and those after it do. */
export async function around(name: string) {
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(names.map((each) => readFile(new URL(each, folder), 'utf8')))
  const index = names.indexOf(name)
  return { before: texts.slice(0, index).join('\n'), migrations: texts.slice(index).join('\n') }
}
