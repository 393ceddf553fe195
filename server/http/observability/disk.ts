import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/**
 * Disk space of the folder's file system, as available to users other than root.
 * @throws Error if the folder does not exist
 */
export async function diskSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * Adds a gauge that is measured at each scrape, so that it works without the database. It has no sample if the folder
 * is missing, because 0 means a full disk.
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
