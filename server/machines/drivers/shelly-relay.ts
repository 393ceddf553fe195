import { protocol } from '@coinless/contract/controller-protocol.ts'
import { z } from 'zod'
import { uptimeMax } from './boot-id.ts'
import { CommandRefused, NoAnswer, NotSent, type Relay, type RelayStatus } from './relay.ts'
import { isChannel } from './relay-box.ts'

const answerMs = protocol.answerSeconds * 1000

const answer = z.object({
  id: z.union([z.number(), z.string()]),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string().optional() }).optional(),
})
const notice = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type ShellyFrame = z.output<typeof answer> | z.output<typeof notice>

const switchStatus = z.object({
  output: z.boolean(),
  timer_started_at: z.number().nullish(),
  timer_duration: z.number().nullish(),
  apower: z.number().nullish(),
  errors: z.array(z.string()).nullish(),
})
const systemStatus = z.object({
  uptime: z.number().min(0).max(uptimeMax),
  unixtime: z.number().nullish(),
})

/** @throws if it is not a Shelly RPC frame */
export function shellyFrame(text: string): ShellyFrame {
  const frame: unknown = JSON.parse(text)
  const isNotice = typeof frame === 'object' && frame !== null && 'method' in frame
  return isNotice ? notice.parse(frame) : answer.parse(frame)
}

/** Channels that a notice is about. Channel 1 is the switch with id 0. */
export function channelsOf({ params = {} }: z.output<typeof notice>): number[] {
  return Object.keys(params)
    .map((key) => Number(/^switch:(\d+)$/.exec(key)?.[1]) + 1)
    .filter(isChannel)
}

/** Relays of a Shelly of the second generation or newer, by its RPC. */
export class ShellyRelay implements Relay {
  readonly cut: () => void
  private readonly send: (frame: object, ms: number) => boolean
  private readonly source: string
  private readonly asked = new Map<number, (frame?: z.output<typeof answer>) => void>()
  private lastId = 0

  /**
   * @param send sends a frame that is useless after these milliseconds; false: not sent, as it cannot be sent at once
   * @param source name that answers are sent to
   */
  constructor(send: ShellyRelay['send'], source: string, cut: () => void) {
    this.send = send
    this.source = source
    this.cut = cut
  }

  /** @returns false if it answers no pending call or is too late, and is ignored */
  hear(frame: z.output<typeof answer>): boolean {
    const resolve = this.asked.get(Number(frame.id))
    resolve?.(frame)
    return resolve !== undefined
  }

  /** Ends pending calls, because no more answers come. */
  stop(): void {
    for (const resolve of this.asked.values()) resolve()
  }

  async uptime(): Promise<number> {
    return (await this.call('Sys.GetStatus', systemStatus)).uptime
  }

  async status(channel: number): Promise<RelayStatus> {
    const [its, system] = await Promise.all([
      this.call('Switch.GetStatus', switchStatus, { id: channel - 1 }),
      this.call('Sys.GetStatus', systemStatus),
    ])
    const { output, timer_started_at: since, timer_duration: seconds, apower, errors } = its
    return {
      isOn: output,
      timerSeconds: seconds ?? null,
      remainingSeconds: remaining(since, seconds, system.unixtime),
      watts: apower == null ? null : Math.abs(apower),
      hasFault: (errors?.length ?? 0) > 0,
      uptimeSeconds: system.uptime,
    }
  }

  async switchOn(channel: number, seconds: number, ms: number): Promise<void> {
    const params = { id: channel - 1, on: true, toggle_after: seconds }
    await this.call('Switch.Set', z.unknown(), params, ms)
  }

  async switchOff(channel: number): Promise<void> {
    await this.call('Switch.Set', z.unknown(), { id: channel - 1, on: false })
  }

  private async call<Result>(
    method: string,
    result: z.ZodType<Result>,
    params?: object,
    ms = answerMs,
  ): Promise<Result> {
    const id = ++this.lastId
    const { promise, resolve } = Promise.withResolvers<z.output<typeof answer> | undefined>()
    this.asked.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), ms)
    try {
      const frame = { id, src: this.source, method, ...(params && { params }) }
      if (!this.send(frame, ms)) throw new NotSent(`${method} could not be sent`)
      const answered = await promise
      if (!answered) throw new NoAnswer(`${method} was not answered`)
      if (answered.error) throw new CommandRefused(`${method}: ${answered.error.code}`)
      const parsed = result.safeParse(answered.result)
      if (!parsed.success) throw new CommandRefused(`${method} returned an unexpected answer`)
      return parsed.data
    } finally {
      clearTimeout(timer)
      this.asked.delete(id)
    }
  }
}

/** Remaining seconds by the box's own clock, which may not be set yet. */
function remaining(
  since: number | null | undefined,
  seconds: number | null | undefined,
  now: number | null | undefined,
): number | null {
  if (since == null || seconds == null || now == null) return null
  const left = since + seconds - now
  return left >= 0 && left <= seconds + 1 ? Math.ceil(left) : null
}
