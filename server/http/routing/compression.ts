import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Bytes. Smaller answers fit in one packet anyway. */
const threshold = 1024

/** Enables compression, which each route opts into (docs/decisions/0021). */
export async function compressAnswers(app: FastifyInstance) {
  await app.register(compress, {
    global: false,
    threshold,
    encodings: ['br', 'gzip'],
    // As small as gzip and faster, with a window of 256 kB instead of 4 MB.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
  })
}

/** Endpoints without a session answer with tokens, or with very little. */
export function compressionOf({ may, replyType }: Endpoint) {
  return may === 'anyone' || replyType === 'events' ? {} : { compress: {} }
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof pack

/** Compresses a shared answer once instead of for each call. */
function compressOnce(text: string) {
  const packed: { [Each in Encoding]?: Promise<Buffer> } = {}
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const taken = new Negotiator({ headers }).encodings(['br', 'gzip'])
    const smallest = (['br', 'gzip'] as const).find((each) => taken.includes(each))
    reply.header('vary', 'accept-encoding')
    if (!smallest) return reply.send(text)
    packed[smallest] ??= pack[smallest](text)
    return reply.header('content-encoding', smallest).send(await packed[smallest])
  }
}

/** Sends a shared answer once per client. The ETag is weak, because it identifies the text and not its compression. */
export function revalidated(text: string) {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  const sendPacked = compressOnce(text)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ etag: tag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send()
    return sendPacked(request, reply)
  }
}
