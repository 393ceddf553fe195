import { inject } from 'vitest'
import { copyFolder } from '../servers/postgres.ts'

/** Makes of an empty folder one with a database and its tables, of whose making no more is to be tried. */
export async function asUsed(folder: string): Promise<string> {
  await copyFolder(inject('readyFolder'), folder)
  return folder
}
