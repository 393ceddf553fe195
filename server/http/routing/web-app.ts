import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { currencyFacts } from '@coinless/contract/currency.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { revalidated } from './compression.ts'
import { answerNothing, isOfApi, type MethodsAt, pathOf } from './methods.ts'

const folder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
/** Vite adds a content hash to the file names in this folder. */
const hashedFiles = `${folder}assets/`
const page = `${folder}index.html`

/** Sources of the scripts within the built page, for the content security policy. */
export function inlineScripts(): string[] {
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, code = '']) => {
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  })
}

/** Serves the built web app, and its index page for addresses that only the app handles. */
export async function serveWebApp(app: FastifyInstance, methodsAt: MethodsAt) {
  const sendPage = existsSync(page) && revalidated(withCurrency(readFileSync(page, 'utf8')))
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Each file takes a route in memory; compressed copies are sent in its place.
      globIgnore: ['**/*.{br,gz}', 'index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashedFiles)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && sendPage && isPage(path)) {
      return sendPage(request, reply.type('text/html; charset=utf-8'))
    }
    const isLost = isRead && !isOfApi(path)
    return answerNothing(request, reply, isLost ? [] : methodsAt(path))
  })
}

/** The page as built, with the currency of this installation. */
function withCurrency(html: string): string {
  return html.replace(/(?<=<meta name="coinless-currency" content=")[^"]*/, currencyFacts)
}

function isPage(path: string): boolean {
  return !isOfApi(path) && !/^\/assets(\/|$)/.test(path)
}
