import { inject } from 'vitest'
import { copyFolder } from '../servers/postgres.ts'

/** Prepares an empty folder with a database and tables, for tests that do not cover the first start. */
export async function asUsed(folder: string): Promise<string> {
  await copyFolder(inject('readyFolder'), folder)
  return folder
}
