import { protocol } from '@coinless/contract/controller-protocol.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { CloseCode } from '../../platform/messaging/controller-connections.ts'
import type { PresenceWriter } from './presence-writer.ts'

/** Events that report a close caused by the controller. */
const misdeeds = { 4403: 'wrong_channel', 4429: 'flood' } as const

/**
 * When and how often a controller was heard, by a monotonic clock. Written separately from payment data, and rarely.
 */
export class Presence {
  private readonly presenceWriter: PresenceWriter
  private heardAt = 0
  private connectedAt: Promise<Date | undefined> | undefined
  private writtenAt = 0
  private second = 0
  private inSecond = 0

  constructor(presenceWriter: PresenceWriter) {
    this.presenceWriter = presenceWriter
  }

  heard(): void {
    this.heardAt = performance.now()
  }

  /** Counts a message. */
  isFlood(): boolean {
    const now = performance.now()
    if (now - this.second >= 1000) {
      this.second = now
      this.inSecond = 0
    }
    this.inSecond += 1
    return this.inSecond > protocol.messagesPerSecond
  }

  /** Uncounts the last message, because answers to our own questions are never a flood. */
  wasAsked(): void {
    this.inSecond -= 1
  }

  /** Whether to write again, once a minute. */
  isDue(): boolean {
    return performance.now() - this.writtenAt >= limits.presenceWriteSeconds * 1000
  }

  write(controllerId: string, bootId: string): Promise<void> {
    this.writtenAt = performance.now()
    return this.presenceWriter.heard({ controllerId, bootId, heardAt: this.heardAt })
  }

  async begin(controllerId: string, bootId: string): Promise<void> {
    this.connectedAt = this.presenceWriter.note({ controllerId, kind: 'connected' })
    await this.connectedAt
    await this.write(controllerId, bootId)
  }

  /** @param code close code, if this side closed the connection */
  async end(controllerId: string, bootId: string, code: CloseCode | undefined): Promise<void> {
    await this.write(controllerId, bootId)
    if (code === 4409) {
      await this.presenceWriter.note({ controllerId, kind: 'replaced' })
      return
    }
    if (code === 4403 || code === 4429) {
      await this.presenceWriter.note({ controllerId, kind: misdeeds[code] })
    }
    // Without a recorded start, this would end a connection that began later.
    const since = await this.connectedAt?.catch(() => undefined)
    if (since) await this.presenceWriter.note({ controllerId, kind: 'disconnected', since })
  }
}
