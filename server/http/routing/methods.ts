import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { answerError } from './error-answers.ts'

/** Methods allowed at an address; empty for an unknown one. */
export type MethodsAt = (path: string) => readonly string[]

const methodsOfPages = ['GET', 'HEAD', 'OPTIONS']

/**
 * Records the methods of every API address, where a `:name` matches any text. Used only for calls that match no
 * route. Other addresses are pages or files.
 */
export function rememberMethods(app: FastifyInstance): MethodsAt {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const known = methods.get(url) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    methods.set(url, known)
  })
  return (path) => {
    if (!isOfApi(path)) return methodsOfPages
    const fitting = [...methods].filter(([pattern]) => fits(pattern, path))
    const all = new Set(fitting.flatMap(([, each]) => [...each]))
    return all.size > 0 ? [...all, 'OPTIONS'].sort() : []
  }
}

function fits(pattern: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((each, index) => each === parts[index] || (each.startsWith(':') && parts[index]))
  )
}

/** Recognizes all spellings: `//api/devices`, `/API/devices`, `/x/../api` and `/api/../x` are not pages. */
export function isOfApi(path: string): boolean {
  const plain = `/${decoded(path)}`.replace(/[/\\]+/g, '/')
  return [plain, new URL(`http://host${plain}`).pathname].some((each) => /^\/api(\/|$)/i.test(each))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Register before @fastify/cors, which answers only preflight requests. */
export function answerOptions(app: FastifyInstance, methodsAt: MethodsAt) {
  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (request.method !== 'OPTIONS' || isPreflight) return
    const methods = methodsAt(pathOf(request))
    if (methods.length === 0) throw new Refusal('path_not_found')
    return reply.status(204).header('allow', methods.join(', ')).send()
  })
}

/** Answers for an unknown address, or for one that does not take the method. */
export function answerNothing(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
) {
  if (methods.length === 0) return answerError(new Refusal('path_not_found'), request, reply)
  reply.header('allow', methods.join(', '))
  return answerError(new Refusal('method_not_allowed'), request, reply)
}

/** Strips the origin, which requests to a proxy may contain and the router ignores. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/, 1)[0] ?? ''
}
