import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/**
 * Of the disk on which a folder is, for whoever is not root.
 * @throws when the folder is not there
 */
export async function diskSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * A gauge that is measured at each scrape, so that it also works while the database is down. It has no sample while the
 * folder is away: 0 means a full disk.
 */
export function measureDisk(
  registry: Registry,
  { name, help }: { name: string; help: string },
  measure: () => Promise<{ freeBytes: number }>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const space = await measure().catch(() => undefined)
      if (space) gauge.set(space.freeBytes)
      else gauge.remove()
    },
  })
}
