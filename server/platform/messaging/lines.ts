import { randomUUID } from 'node:crypto'
import {
  type closeCodes,
  type fromController,
  type fromServer,
  protocol,
} from '@coinless/contract/controller-protocol.ts'
import type { z } from 'zod'
import { Burst } from '../memory/burst.ts'
import { freeMemory } from '../memory/free-memory.ts'
import type { Notices } from './notices.ts'

/** What a controller is told. Drivers of other wires translate it. */
export type ServerMessage = z.output<
  typeof fromServer.start | typeof fromServer.ask | typeof fromServer.off
>
export type State = z.output<typeof fromController.state>
/** What a controller says. */
export type ControllerMessage = z.output<typeof fromController.answer> | State
export type CloseCode = keyof typeof closeCodes

/** A connection that this server holds to a controller. */
export interface Line {
  send(message: ServerMessage): void
  end(code: CloseCode): void
}

type Hearer = (controllerId: string, message: ControllerMessage) => Promise<void>

/**
 * The connections to controllers, whichever server holds them. What is told to a controller that no server
 * holds is lost: it is never kept, and never repeated.
 */
export class Lines {
  private readonly notices: Notices
  private readonly hearers: Hearer[] = []
  /** `isKnown` to the other servers: what they held was before that. */
  private readonly held = new Map<string, { line: Line; isKnown: boolean }>()
  /** Questions of this server, of which somebody waits for the answer. */
  private readonly asked = new Map<string, (controllerId: string, state: State) => void>()
  /** By what they ask. */
  private readonly underWay = new Map<string, Promise<State | null>>()
  /** Such questions of other servers, to controllers of this one. */
  private readonly askedForOthers = new Set<string>()
  /** What controllers that all come at once leave behind is more than what they need. */
  private readonly burst = new Burst(() => void freeMemory().catch(() => {}))

  constructor(notices: Notices) {
    this.notices = notices
    notices.on<string>('line held', (controllerId, isOwn) => this.heldBy(controllerId, isOwn))
    notices.on<{ controllerId: string; message: ServerMessage; isWaitedFor: boolean }>(
      'tell',
      ({ controllerId, message, isWaitedFor }) => {
        const here = this.held.get(controllerId)
        if (!here) return
        if (isWaitedFor) this.waitForOthers(message.id)
        here.line.send(message)
      },
    )
    notices.on<{ controllerId: string; state: State }>('answer', ({ controllerId, state }) =>
      this.asked.get(state.question ?? '')?.(controllerId, state),
    )
    notices.on<{ controllerId: string; code: CloseCode }>(
      'end line',
      ({ controllerId, code }, isOwn) => {
        // It has ended here already: one that has connected since stays.
        if (!isOwn) this.endHere(controllerId, code)
      },
    )
  }

  /**
   * This server holds the controller's connection from now on. The one before, here or at another server,
   * is ended by 4409.
   * @returns takes it out
   */
  connect(controllerId: string, line: Line): () => void {
    this.endHere(controllerId, 4409)
    const held = { line, isKnown: false }
    this.held.set(controllerId, held)
    this.burst.goesOn()
    this.notices.send('line held', controllerId)
    return () => {
      if (this.held.get(controllerId) === held) this.held.delete(controllerId)
    }
  }

  /** Whether this server holds the controller's connection. */
  holds(controllerId: string): boolean {
    return this.held.has(controllerId)
  }

  /** To whichever server holds the controller. */
  tell(controllerId: string, message: ServerMessage): void {
    this.pass(controllerId, message, false)
  }

  /**
   * A question whose answer somebody waits for. Whoever asks the same meanwhile gets its answer: a hundred
   * payments at one machine are one question, which a small box can answer in time.
   * @returns null when there is none within `protocol.answerSeconds`
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

  /** Drivers hand over everything that a controller says; what it may say is checked by who hears it. */
  async hear(controllerId: string, message: ControllerMessage): Promise<void> {
    const question = message.type === 'state' ? message.question : null
    if (message.type === 'state' && question !== null) {
      this.asked.get(question)?.(controllerId, message)
      if (this.askedForOthers.delete(question)) {
        this.notices.send('answer', { controllerId, state: message })
      }
    }
    for (const hearer of this.hearers) await hearer(controllerId, message)
  }

  /** ServerMessage of everything that is handed over at this server. */
  onHeard(hearer: Hearer): void {
    this.hearers.push(hearer)
  }

  /** Whichever server holds the controller's connection ends it. */
  end(controllerId: string, code: CloseCode): void {
    this.endHere(controllerId, code)
    this.notices.send('end line', { controllerId, code })
  }

  private pass(controllerId: string, message: ServerMessage, isWaitedFor: boolean) {
    const here = this.held.get(controllerId)
    if (here) here.line.send(message)
    else this.notices.send('tell', { controllerId, message, isWaitedFor })
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

  /** All servers hear in one order who holds it: whoever says so last keeps it. */
  private heldBy(controllerId: string, isOwn: boolean) {
    const held = this.held.get(controllerId)
    if (!held) return
    if (isOwn) held.isKnown = true
    else if (held.isKnown) this.endHere(controllerId, 4409)
  }
}
