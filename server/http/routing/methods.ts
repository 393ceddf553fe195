import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { answerError } from './error-answers.ts'

/** The methods that an address takes; none where there is nothing. */
export type MethodsAt = (path: string) => readonly string[]

const methodsOfPages = ['GET', 'HEAD', 'OPTIONS']

/**
 * Remembers the methods of every address of the API, whose `:name`s take any text. They are looked up
 * only when a call fits no route. Whatever is not the API's is a page or a file.
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

/** However it is written: `//api/devices`, `/API/devices`, `/x/../api` and `/api/../x` are no pages. */
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

/** Before @fastify/cors, which answers what a browser asks before it calls another origin, and only that. */
export function answerOptions(app: FastifyInstance, methodsAt: MethodsAt) {
  app.addHook('onRequest', async (request, reply) => {
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (request.method !== 'OPTIONS' || isPreflight) return
    const methods = methodsAt(pathOf(request))
    if (methods.length === 0) throw new Refusal('path_not_found')
    return reply.status(204).header('allow', methods.join(', ')).send()
  })
}

/** There is nothing at the address, or nothing that takes the method. */
export function answerNothing(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
) {
  if (methods.length === 0) return answerError(new Refusal('path_not_found'), request, reply)
  reply.header('allow', methods.join(', '))
  return answerError(new Refusal('method_not_allowed'), request, reply)
}

/** A proxy may be sent the host as well, which the router leaves out too. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/, 1)[0] ?? ''
}
