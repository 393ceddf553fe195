import { defaultLanguage, type Language, languages } from '@coinless/contract/languages.ts'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The language of a request's Accept-Language that we have and that it prefers. */
export function languageOf({ headers }: FastifyRequest): Language {
  const best = new Negotiator({ headers }).language([...languages])
  return (best as Language | undefined) ?? defaultLanguage
}
