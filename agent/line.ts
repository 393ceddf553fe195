import { fromServer, protocol } from '@coinless/contract/controller-protocol.ts'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { ServerClock } from './server-clock.ts'
import type { Settings } from './settings.ts'

const told = z.discriminatedUnion('type', [
  fromServer.welcome,
  fromServer.pong,
  fromServer.start,
  fromServer.ask,
  fromServer.off,
])
export type ServerMessage = z.infer<typeof told>

const firstPauseMs = 1000
/** Machines are back soon after an update of the server. */
const longestPauseMs = 20_000
const refusedPauseMs = 5 * 60_000
const lastedMs = 60_000
/** Stays below 20 messages a second, even in bursts. */
const spacingMs = 60

interface Heard {
  /** Status of the connection, for people. */
  report(sentence: string): void
  ended(): void
  hello(): object
  welcome(send: Send): void
  told(message: ServerMessage, clock: ServerClock, send: Send): void
}
export type Send = (message: object) => void

/**
 * Keeps one connection to the server while the program runs.
 * @param counter milliseconds since boot
 */
export function keepConnection(
  { server, credential }: Pick<Settings, 'server' | 'credential'>,
  heard: Heard,
  counter: () => number = () => performance.now(),
): { end(): void } {
  let pauseMs = firstPauseMs
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined

  function connect() {
    const url = new URL(protocol.path, server)
    url.protocol = url.protocol.replace('http', 'ws')
    const headers = { authorization: `Bearer ${credential}` }
    const options = { headers, perMessageDeflate: false, handshakeTimeout: 10_000 }
    const opened = new WebSocket(url, { ...options, maxPayload: protocol.messageBytes })
    socket = opened
    const openedAt = performance.now()
    const stopTalking = talk(opened, heard, new ServerClock(counter))
    opened.on('error', ({ message }) => heard.report(message))
    opened.once('close', (code, reason) => {
      stopTalking()
      heard.ended()
      if (socket !== opened) return
      heard.report(`Connection closed (${code}). ${reason}`)
      if (performance.now() - openedAt >= lastedMs) pauseMs = firstPauseMs
      timer = setTimeout(connect, waitMs(code, pauseMs))
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
  }
  connect()
  return {
    end() {
      clearTimeout(timer)
      const last = socket
      socket = undefined
      last?.close(1000)
    },
  }
}

/**
 * Milliseconds until the next connection, spread out because all controllers lose a server at the same moment. After a
 * refused credential at least what the protocol asks for.
 */
export function waitMs(code: number, pauseMs: number): number {
  const least = code === 4401 ? refusedPauseMs : pauseMs / 2
  return least + Math.random() * pauseMs
}

/** @returns a function that stops it, so that the next connection sends no old messages */
function talk(socket: WebSocket, heard: Heard, clock: ServerClock): () => void {
  const outbox: object[] = []
  let spacing: NodeJS.Timeout | undefined
  let pinging: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined

  function say() {
    const message = outbox.shift()
    spacing = message && setTimeout(say, spacingMs)
    if (message && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const send: Send = (message) => {
    outbox.push(message)
    if (!spacing) say()
  }
  // Bypasses the queue, because its time counts from sending.
  const ping = () => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ type: 'ping', id: clock.ping() }))
  }
  const expectPong = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.terminate(), protocol.silenceSeconds * 1000)
  }
  expectPong()
  socket.once('open', () => send(heard.hello()))
  socket.on('message', (data) => {
    const message = read(String(data))
    if (!message) {
      heard.report('The server sent a message that this version does not understand.')
      return
    }
    if (message.type === 'pong') {
      clock.pong(message.id, message.time)
      expectPong()
    } else if (message.type === 'welcome') {
      ping()
      pinging = setInterval(ping, protocol.pingSeconds * 1000)
      heard.welcome(send)
    } else {
      heard.told(message, clock, send)
    }
  })
  return () => {
    for (const timer of [spacing, pinging, silence]) clearTimeout(timer)
    outbox.length = 0
  }
}

function read(text: string): ServerMessage | undefined {
  try {
    return told.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
