import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { Call } from './calls.ts'
import { type Reply, responseOf, type Sent } from './client.ts'

/**
 * Makes a call that is answered by server-sent events, and returns when they end.
 * @param hear receives each event, and undefined for each heartbeat
 */
export async function follow<E extends Endpoint>(
  target: Call<E>,
  sent: Sent<E>,
  hear: (event: Reply<E> | undefined) => void,
): Promise<void> {
  const response = await responseOf(target, sent, 'event-stream')
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const messages = (text + value).split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      hear(message.startsWith('data: ') ? JSON.parse(message.slice(6)) : undefined)
    }
  }
}
