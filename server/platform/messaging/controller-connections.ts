import { randomUUID } from 'node:crypto'
import {
  type closeCodes,
  type fromController,
  type fromServer,
  protocol,
} from '@coinless/contract/controller-protocol.ts'
import type { z } from 'zod'
import { fewAtOnce } from '../database/few-at-once.ts'
import { Burst } from '../memory/burst.ts'
import { freeMemory } from '../memory/free-memory.ts'
import type { NotifyChannel } from './notify-channel.ts'

/** Message to a controller. Drivers of other protocols translate it. */
export type ServerMessage = z.output<
  typeof fromServer.start | typeof fromServer.ask | typeof fromServer.off
>
export type State = z.output<typeof fromController.state>
/** Message from a controller. */
export type ControllerMessage = z.output<typeof fromController.answer> | State
export type CloseCode = keyof typeof closeCodes

/** Connection of this server to a controller. */
export interface ControllerConnection {
  send(message: ServerMessage): void
  end(code: CloseCode): void
}

/** Thousands of controllers that reconnect leave connections to payments. */
const workAtOnce = 4

type Hearer = (controllerId: string, message: ControllerMessage) => Promise<void>

/**
 * Connections to controllers, on any server. A message to a controller without a connection is lost: it is never stored
 * and never repeated.
 */
export class ControllerConnections {
  /** Runs work on the database for a controller. It must not wait for other such work. */
  readonly inTurn = fewAtOnce(workAtOnce)
  private readonly notifyChannel: NotifyChannel
  private readonly hearers: Hearer[] = []
  /** `isKnown`: the message of this connection has arrived; a message of another server after it is newer. */
  private readonly held = new Map<string, { line: ControllerConnection; isKnown: boolean }>()
  /** Questions of this server that wait for an answer. */
  private readonly asked = new Map<string, (controllerId: string, state: State) => void>()
  /** Pending questions by content. */
  private readonly underWay = new Map<string, Promise<State | null>>()
  /** Pending questions of other servers to controllers of this one. */
  private readonly askedForOthers = new Set<string>()
  /** Frees memory after many controllers connected at once, which leave more garbage than live data. */
  private readonly burst = new Burst(() => void freeMemory().catch(() => {}))

  constructor(notifyChannel: NotifyChannel) {
    this.notifyChannel = notifyChannel
    notifyChannel.on<string>('line held', (controllerId, isOwn) => this.heldBy(controllerId, isOwn))
    notifyChannel.on<{ controllerId: string; message: ServerMessage; isWaitedFor: boolean }>(
      'tell',
      ({ controllerId, message, isWaitedFor }) => {
        const here = this.held.get(controllerId)
        if (!here) return
        if (isWaitedFor) this.waitForOthers(message.id)
        here.line.send(message)
      },
    )
    notifyChannel.on<{ controllerId: string; state: State }>('answer', ({ controllerId, state }) =>
      this.asked.get(state.question ?? '')?.(controllerId, state),
    )
    notifyChannel.on<{ controllerId: string; code: CloseCode }>(
      'end line',
      ({ controllerId, code }, isOwn) => {
        // Already ended here; a newer connection stays.
        if (!isOwn) this.endHere(controllerId, code)
      },
    )
  }

  /**
   * Registers the controller's connection on this server. Ends the previous one, here or on another server, with 4409.
   * @returns removes the connection
   */
  connect(controllerId: string, line: ControllerConnection): () => void {
    this.endHere(controllerId, 4409)
    const held = { line, isKnown: false }
    this.held.set(controllerId, held)
    this.burst.extend()
    this.notifyChannel.send('line held', controllerId)
    return () => {
      if (this.held.get(controllerId) === held) this.held.delete(controllerId)
    }
  }

  /** Whether this server has the controller's connection. */
  holds(controllerId: string): boolean {
    return this.held.has(controllerId)
  }

  /** Sends a message through the server that has the controller's connection. */
  send(controllerId: string, message: ServerMessage): void {
    this.pass(controllerId, message, false)
  }

  /**
   * Asks a controller and waits for the answer. Concurrent equal questions share one answer: a hundred payments at one
   * machine are one question, which a small controller can answer in time.
   * @returns null if there is no answer within `protocol.answerSeconds`
   */
  ask(controllerId: string, channel: number, start: string | null): Promise<State | null> {
    const what = `${controllerId} ${channel} ${start}`
    const same = this.underWay.get(what)
    if (same) return same
    const answer = this.askNow(controllerId, channel, start).finally(() =>
      this.underWay.delete(what),
    )
    this.underWay.set(what, answer)
    return answer
  }

  private askNow(
    controllerId: string,
    channel: number,
    start: string | null,
  ): Promise<State | null> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<State | null>()
    const timer = setTimeout(() => resolve(null), protocol.answerSeconds * 1000)
    this.asked.set(id, (from, state) => {
      if (from === controllerId && state.channel === channel) resolve(state)
    })
    this.pass(controllerId, { type: 'ask', id, channel, start }, true)
    return promise.finally(() => {
      clearTimeout(timer)
      this.asked.delete(id)
    })
  }

  /** Drivers pass each message of a controller; the listeners check whether it is allowed. */
  async receive(controllerId: string, message: ControllerMessage): Promise<void> {
    const question = message.type === 'state' ? message.question : null
    if (message.type === 'state' && question !== null) {
      this.asked.get(question)?.(controllerId, message)
      if (this.askedForOthers.delete(question)) {
        this.notifyChannel.send('answer', { controllerId, state: message })
      }
    }
    for (const hearer of this.hearers) await hearer(controllerId, message)
  }

  /** Adds a listener for all messages that drivers pass to this server. */
  onMessage(hearer: Hearer): void {
    this.hearers.push(hearer)
  }

  /** Ends the controller's connection, on any server. */
  end(controllerId: string, code: CloseCode): void {
    this.endHere(controllerId, code)
    this.notifyChannel.send('end line', { controllerId, code })
  }

  private pass(controllerId: string, message: ServerMessage, isWaitedFor: boolean) {
    const here = this.held.get(controllerId)
    if (here) here.line.send(message)
    else this.notifyChannel.send('tell', { controllerId, message, isWaitedFor })
  }

  private waitForOthers(question: string) {
    this.askedForOthers.add(question)
    setTimeout(() => this.askedForOthers.delete(question), protocol.answerSeconds * 1000).unref()
  }

  private endHere(controllerId: string, code: CloseCode) {
    const held = this.held.get(controllerId)
    this.held.delete(controllerId)
    held?.line.end(code)
  }

  /** All servers receive these messages in the same order: the last server to connect keeps the controller. */
  private heldBy(controllerId: string, isOwn: boolean) {
    const held = this.held.get(controllerId)
    if (!held) return
    if (isOwn) held.isKnown = true
    else if (held.isKnown) this.endHere(controllerId, 4409)
  }
}
