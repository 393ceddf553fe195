import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's own `recursive` loops forever where the system reports that a new
 * folder does not exist, as in /proc.
 * @returns the first folder that was created
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  const above = await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
    return above ?? path
  } catch (error) {
    // A concurrent start may have created it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await isFolder(path))) return above
    throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
