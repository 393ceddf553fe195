import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { callerAddress } from '../request/caller-address.ts'
import { standardOutput } from './journal.ts'
import type { Problems } from './problems.ts'

const { warn = 40 } = pino.levels.values

/**
 * Lines of JSON on the standard output, or wherever `destination` takes them.
 * @param problems told of what is wrong, also where `logLevel` keeps it out of the log
 */
export function makeLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
  problems?: Problems,
): Logger {
  const written = pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY
  const options: LoggerOptions = {
    level: problems && written > warn ? 'warn' : logLevel,
    // PostgreSQL's own details of an error may hold values of the row.
    redact: { paths: ['err.detail', 'err.where'], remove: true },
    serializers: {
      req: loggedRequest,
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: pino.stdSerializers.err,
    },
    hooks: {
      logMethod(args, method, level) {
        problems?.note(args, level)
        if (level >= written) method.apply(this, args)
      },
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
