import type { NotifyChannel } from './notify-channel.ts'

const gatherMs = 50
/** Number of ids that fit into one message. */
const idsAtOnce = 150

/** Id of a device, controller or room, or `attention`; null: any may have changed while this server received no messages. */
export type Change = { id: string | null }

/**
 * Notifies all servers of changes to displayed data. Sends only ids; the rest is read with the rights of each caller.
 */
export class Changes {
  private readonly notifyChannel: NotifyChannel
  private readonly listeners = new Set<(change: Change) => void>()
  private readonly gathered = new Set<string>()

  constructor(notifyChannel: NotifyChannel) {
    this.notifyChannel = notifyChannel
    notifyChannel.on<string[]>('changed', (ids, isOwn) => {
      if (!isOwn) for (const id of ids) this.pass({ id })
    })
    notifyChannel.onMissed(() => this.pass({ id: null }))
  }

  /** Call after the commit. */
  publish(
    thing:
      | { deviceId: string }
      | { controllerId: string }
      | { roomId: string }
      | { all: 'attention' },
  ): void {
    const [id] = Object.values(thing) as [string]
    this.pass({ id })
    if (this.gathered.size === 0) setTimeout(() => this.send(), gatherMs).unref()
    this.gathered.add(id)
  }

  /** @returns unsubscribes */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private send() {
    const ids = [...this.gathered]
    this.gathered.clear()
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      this.notifyChannel.send('changed', ids.slice(first, first + idsAtOnce))
    }
  }

  private pass(change: Change) {
    for (const listener of this.listeners) listener(change)
  }
}
