import type { DisplayedRoom } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import { calls } from '../../shared/calls/calls.ts'
import { follow } from '../../shared/calls/follow.ts'

/** The server sends the first event immediately, but some proxies buffer it. */
const firstEventMs = 5_000
const silenceMs = 2.5 * limits.eventBeatSeconds * 1000
const firstPauseMs = 1_000
const longestPauseMs = 60_000

interface Listener {
  /** A room that has changed, or undefined for a heartbeat. */
  hear: (room: DisplayedRoom | undefined) => void
  /** The connection has ended. It is opened again after a pause. */
  lost: () => void
}

/** @returns a function that stops it */
export function followDisplay(token: string, { hear, lost }: Listener): () => void {
  let connection = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let isStopped = false

  async function listen() {
    const own = new AbortController()
    connection = own
    let silence = setTimeout(() => own.abort(), firstEventMs)
    // Polling reports failures.
    await follow(calls.displays.events, { token, signal: own.signal }, (room) => {
      clearTimeout(silence)
      silence = setTimeout(() => own.abort(), silenceMs)
      pauseMs = firstPauseMs
      if (!isStopped) hear(room)
    }).catch(() => {})
    own.abort()
    clearTimeout(silence)
    if (isStopped) return
    lost()
    timer = setTimeout(listen, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function again() {
    clearTimeout(timer)
    pauseMs = firstPauseMs
    void listen()
  }

  const endConnection = () => connection.abort()
  window.addEventListener('offline', endConnection)
  window.addEventListener('online', again)
  void listen()
  return () => {
    isStopped = true
    window.removeEventListener('offline', endConnection)
    window.removeEventListener('online', again)
    clearTimeout(timer)
    connection.abort()
  }
}
