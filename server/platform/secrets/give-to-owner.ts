import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What root makes in somebody's folder is theirs: a server that they run must be able to read it. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  // A mount may know no owners.
  await chown(path, uid, gid).catch(() => {})
}
