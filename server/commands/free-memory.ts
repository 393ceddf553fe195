import { Session } from 'node:inspector/promises'

/**
 * Gives back what the start has left behind. V8 does so by itself only as more memory is asked for, and a server at
 * rest asks for none.
 */
export async function freeMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
