import { protocol } from '@coinless/contract/controller-protocol.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { CloseCode } from '../../platform/messaging/lines.ts'
import type { AttendanceBook } from './attendance-book.ts'

/** What people are told of an end that the controller has caused. */
const misdeeds = { 4403: 'wrong_channel', 4429: 'flood' } as const

/**
 * When a controller was heard, and how often: by a clock that nobody sets. It is written apart from what payments write,
 * and seldom.
 */
export class Attendance {
  private readonly book: AttendanceBook
  private heardAt = 0
  private connectedAt: Promise<Date | undefined> | undefined
  private writtenAt = 0
  private second = 0
  private inSecond = 0

  constructor(book: AttendanceBook) {
    this.book = book
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

  /** The message just counted answers what was asked: however much that is, it is no flood. */
  wasAsked(): void {
    this.inSecond -= 1
  }

  /** Once a minute. */
  isDue(): boolean {
    return performance.now() - this.writtenAt >= limits.presenceWriteSeconds * 1000
  }

  write(controllerId: string, bootId: string): Promise<void> {
    this.writtenAt = performance.now()
    return this.book.heard({ controllerId, bootId, heardAt: this.heardAt })
  }

  async begin(controllerId: string, bootId: string): Promise<void> {
    this.connectedAt = this.book.note({ controllerId, kind: 'connected' })
    await this.connectedAt
    await this.write(controllerId, bootId)
  }

  /** @param code by which this side has ended it, if it has */
  async end(controllerId: string, bootId: string, code: CloseCode | undefined): Promise<void> {
    await this.write(controllerId, bootId)
    if (code === 4409) {
      await this.book.note({ controllerId, kind: 'replaced' })
      return
    }
    if (code === 4403 || code === 4429) {
      await this.book.note({ controllerId, kind: misdeeds[code] })
    }
    // Of one that was never written down nobody knows since when: it would end one that has begun since.
    const since = await this.connectedAt?.catch(() => undefined)
    if (since) await this.book.note({ controllerId, kind: 'disconnected', since })
  }
}
