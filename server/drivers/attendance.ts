import { protocol } from '@coinless/contract/controller-protocol.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Server } from '../calls/server.ts'
import { noteOfController } from '../controllers/events.ts'
import type { CloseCode } from '../lines/lines.ts'

/** What people are told of an end that the controller has caused. */
const misdeeds = { 4403: 'wrong_channel', 4429: 'flood' } as const

/**
 * What is looked up and written for controllers has turns of its own, so that payments wait for none of a
 * thousand that come back at the same moment.
 */
export const inTurn = pLimit(limits.controllersAtOnce)

/** When a controller was heard, and how often. It is written apart from what payments write, and seldom. */
export class Attendance {
  private readonly server: Pick<Server, 'database' | 'changes'>
  private heardAt = 0
  private connectedAt: Date | undefined
  private writtenAt = 0
  private second = 0
  private inSecond = 0

  constructor(server: Pick<Server, 'database' | 'changes'>) {
    this.server = server
  }

  heard(): void {
    this.heardAt = Date.now()
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
    return Date.now() - this.writtenAt >= limits.presenceWriteSeconds * 1000
  }

  write(controllerId: string, bootId: string): Promise<void> {
    return inTurn(() => this.writeHeard(controllerId, bootId))
  }

  begin(controllerId: string, bootId: string): Promise<void> {
    return inTurn(async () => {
      this.connectedAt = await noteOfController(this.server, controllerId, 'connected')
      await this.writeHeard(controllerId, bootId)
    })
  }

  /** @param code by which this side has ended it, if it has */
  end(controllerId: string, bootId: string, code: CloseCode | undefined): Promise<void> {
    return inTurn(async () => {
      await this.writeHeard(controllerId, bootId)
      if (code === 4409) {
        await noteOfController(this.server, controllerId, 'replaced')
        return
      }
      if (code === 4403 || code === 4429) {
        await noteOfController(this.server, controllerId, misdeeds[code])
      }
      await noteOfController(this.server, controllerId, 'disconnected', '', this.connectedAt)
    })
  }

  private async writeHeard(controllerId: string, bootId: string): Promise<void> {
    this.writtenAt = Date.now()
    const seconds = (this.writtenAt - this.heardAt) / 1000
    await sql`
      insert into controller_presence (controller_id, heard_at, boot_id)
      values (${controllerId}, now() - make_interval(secs => ${seconds}), ${bootId})
      on conflict (controller_id) do update set
        heard_at = greatest(excluded.heard_at, controller_presence.heard_at),
        boot_id = excluded.boot_id`.execute(this.server.database)
  }
}
