import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Best supported language for the request's Accept-Language header. */
export function languageOf({ headers }: FastifyRequest): Language {
  const best = new Negotiator({ headers }).language([...languages])
  return (best as Language | undefined) ?? defaultLanguage
}
