import { Session } from 'node:inspector/promises'

/**
 * Gives back what the start, or many who came at once, have left behind. V8 does so by itself only as more memory is asked
 * for, and a server at rest asks for none. It stops everything: for a tenth of a second after a start.
 */
export async function freeMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
