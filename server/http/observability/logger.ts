import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { callerAddress } from '../request/caller-address.ts'
import { standardOutput } from './journal.ts'
import type { Problems } from './problems.ts'

const { warn = 40 } = pino.levels.values

/**
 * Logs lines of JSON to the standard output or to `destination`.
 * @param problems also gets warnings and errors that `logLevel` keeps out of the log
 */
export function makeLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
  problems?: Problems,
): Logger {
  const written = pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY
  const options: LoggerOptions = {
    level: problems && written > warn ? 'warn' : logLevel,
    // PostgreSQL's error details may contain values of the row.
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
 * Path segments as long as a controller's credential, in any encoding: a Shelly sends it in the URL, sometimes
 * misspelled.
 */
const likeCredential = /[^/]{43,}/g

/** Omits the query string: a search may contain a prepaid code, which is worth money. */
function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?')[0]?.replace(likeCredential, '…'),
    address: callerAddress(request),
  }
}
