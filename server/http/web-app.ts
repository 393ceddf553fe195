import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError, Refusal } from './refusal.ts'

const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Vite puts a hash of the content into the names below this folder. */
const hashedFiles = `${folder}assets/`

/** Serves the built web app, and its index page for every address that only the app knows. */
export async function serveWebApp(app: FastifyInstance) {
  const isBuilt = existsSync(`${folder}index.html`)
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashedFiles)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && isPage(request)
      ? reply.sendFile('index.html')
      : answerError(new Refusal('path_not_found'), request, reply),
  )
}

function isPage({ method, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/(api|assets)(\/|\?|$)/.test(url)
}
