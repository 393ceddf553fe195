import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import { type Locale, localeOf } from '@coinless/contract/locales.ts'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** First supported language of the request's Accept-Language header, also if it names a region. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = wantedBy(request).map((tag) => tag.toLowerCase().split('-')[0])
  const known = wanted.find((language) => languages.includes(language as Language))
  return (known as Language | undefined) ?? defaultLanguage
}

/** How to write numbers for that header. */
export function localeOfRequest(request: FastifyRequest): Locale {
  return localeOf(languageOf(request), wantedBy(request))
}

function wantedBy({ headers }: FastifyRequest): string[] {
  return new Negotiator({ headers }).languages()
}
