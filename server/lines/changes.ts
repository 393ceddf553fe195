import type { Notices } from './notices.ts'

const gatherMs = 50
/** Ids that fit into one notice. */
const idsAtOnce = 150

/** null: any device may have changed while this server heard nothing. */
export type Change = { deviceId: string | null }

/** Tells every server that what is shown of a device has changed: ids alone, the rest is read by right. */
export class Changes {
  private readonly notices: Notices
  private readonly listeners = new Set<(change: Change) => void>()
  private readonly gathered = new Set<string>()

  constructor(notices: Notices) {
    this.notices = notices
    notices.on<string[]>('devices changed', (ids, isOwn) => {
      if (!isOwn) for (const deviceId of ids) this.pass({ deviceId })
    })
    notices.onMissed(() => this.pass({ deviceId: null }))
  }

  /** After the commit. */
  tell({ deviceId }: { deviceId: string }): void {
    this.pass({ deviceId })
    if (this.gathered.size === 0) setTimeout(() => this.send(), gatherMs).unref()
    this.gathered.add(deviceId)
  }

  /** @returns ends it */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private send() {
    const ids = [...this.gathered]
    this.gathered.clear()
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      this.notices.send('devices changed', ids.slice(first, first + idsAtOnce))
    }
  }

  private pass(change: Change) {
    for (const listener of this.listeners) listener(change)
  }
}
