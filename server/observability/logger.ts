import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { callerAddress } from '../calls/caller-address.ts'
import type { Config } from '../config/config.ts'

/** Lines of JSON on the standard output, or wherever `destination` takes them. */
export function makeLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level: logLevel,
    // PostgreSQL's own details of an error may hold values of the row.
    redact: { paths: ['err.detail', 'err.where'], remove: true },
    serializers: {
      req: loggedRequest,
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return pino(options, destination)
}

/**
 * Whatever is as long as a controller's credential, however it is encoded: a Shelly shows it in its address, and some
 * mistype that.
 */
const likeCredential = /[^/]{43,}/g

/** Without the query string: a search may hold a prepaid code, which is worth money. */
function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?')[0]?.replace(likeCredential, '…'),
    address: callerAddress(request),
  }
}
