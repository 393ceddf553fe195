import { addressOf } from './request.ts'

interface Parts {
  params?: unknown
  /** Undefined and empty filters are omitted. */
  query?: Record<string, string | number | boolean | undefined> | undefined
}

/** URL of a call, with its parameters and filters. */
export function urlOf(path: string, { params, query = {} }: Parts): string {
  const filled = path.replace(/(?<=\/):(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return addressOf(filled) + (text && `?${text}`)
}
