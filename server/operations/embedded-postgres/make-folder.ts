import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * With those that lead to it. Node's own `recursive` tries for ever where the system says that what is made there is not
 * there, as in /proc.
 * @returns the first that was made
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  const above = await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
    return above ?? path
  } catch (error) {
    // Another start may have made it meanwhile.
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
