import { statfs } from 'node:fs/promises'

/**
 * Of the disk on which a folder is, for whoever is not root.
 * @throws when the folder is not there
 */
export async function diskSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
