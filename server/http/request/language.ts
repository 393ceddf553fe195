import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import { type Locale, localeOf } from '@coinless/contract/locales.ts'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Best supported language for the request's Accept-Language header. */
export function languageOf({ headers }: FastifyRequest): Language {
  const best = new Negotiator({ headers }).language([...languages])
  return (best as Language | undefined) ?? defaultLanguage
}

/** How to write numbers for that header. */
export function localeOfRequest(request: FastifyRequest): Locale {
  return localeOf(languageOf(request), new Negotiator({ headers: request.headers }).languages())
}
