import { constants } from 'node:zlib'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller answers arrive in one packet anyway. */
const threshold = 1024

/** Makes it possible; a route asks for it (docs/decisions/0030). */
export async function compressAnswers(app: FastifyInstance) {
  await app.register(compress, {
    global: false,
    threshold,
    encodings: ['br', 'gzip'],
    // As small as gzip makes it, in less time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

/** Those that need no session answer tokens, or hardly anything. */
export function compressionOf({ may }: Endpoint) {
  return may === 'anyone' ? {} : { compress: {} }
}
