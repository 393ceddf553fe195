import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives a file that root created to the owner of its folder, so that a server of that user can read it. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  // A mount may not support owners.
  await chown(path, uid, gid).catch(() => {})
}
