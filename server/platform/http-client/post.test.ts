import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './post.ts'

/** A server that sends fixed bytes to every client. */
async function startSpeaking(answer: string, { isEnded }: { isEnded: boolean }): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (isEnded ? socket.end(answer) : socket.write(answer)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`
}

const head = 'HTTP/1.1'

const rough: Record<string, string> = {
  'changes to another protocol': `${head} 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  'changes to one without saying which': `${head} 101 Switching Protocols\r\n\r\n`,
  'offers another one': `${head} 200 OK\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`,
  'says that it goes on': `${head} 100 Continue\r\n\r\n`,
  'says what comes later': `${head} 103 Early Hints\r\nlink: </a>\r\n\r\n`,
  'says nothing': '',
  'says half a head': `${head} 200 OK\r\ncontent-le`,
  'says less than it has promised': `${head} 200 OK\r\ncontent-length: 10\r\n\r\nhalf`,
  'ends in two ways': `${head} 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'answers twice': `${head} 200 OK\r\ncontent-length: 0\r\n\r\n${head} 500 No\r\ncontent-length: 0\r\n\r\n`,
  'has no status': `${head} 000 Nothing\r\n\r\n`,
  'speaks no HTTP': '\0\x01\x02',
  'has a head without end': `${head} 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`,
}

for (const [what, answer] of Object.entries(rough)) {
  test.each([true, false])(
    `times out on a server that ${what}, with hangup: %s`,
    { timeout: 5000 },
    async (isEnded) => {
      const url = await startSpeaking(answer, { isEnded })
      const how = { headers: {}, body: Buffer.from('{}'), seconds: 0.5 }
      const posted = await post({ url, ...how, answerBytes: 100, headerBytes: 1000 })
      expect(['answered', 'lost']).toContain(posted.is)
    },
  )
}

test('treats a switch of protocols as an unsuccessful answer', async () => {
  const url = await startSpeaking(rough['changes to another protocol'] as string, {
    isEnded: false,
  })
  const posted = await post({ url, headers: {}, body: Buffer.from('{}'), seconds: 5 })
  expect(posted).toMatchObject({ is: 'answered', status: 101 })
})
