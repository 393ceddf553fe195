import { deprecatedAt, oldPaths } from '@coinless/contract/old-paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Redirects calls to old paths before authentication and before their body is read (docs/decisions/0123). */
export function redirectOldPaths(api: FastifyInstance) {
  for (const [url, endpoints] of oldPaths) {
    for (const { method, path } of endpoints) {
      const redirect = async (request: FastifyRequest, reply: FastifyReply) =>
        reply
          .status(308)
          .headers({ location: `/api${addressAt(path, request)}`, deprecation: `@${deprecatedAt}` })
          .send()
      // The hook answers; Fastify requires a handler.
      api.route({ method, url, schema: { hide: true }, onRequest: redirect, handler: redirect })
    }
  }
}

/** @throws Refusal for a parameter that a client would resolve to another path */
function addressAt(path: string, { params, url }: FastifyRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name] ?? ''
    if (value === '.' || value === '..') throw new Refusal('path_not_found')
    return encodeURIComponent(value)
  })
  const [query = ''] = /[?][^#]*/.exec(url) ?? []
  return filled + query.replace(/[^!-~]/g, encodeURIComponent)
}
