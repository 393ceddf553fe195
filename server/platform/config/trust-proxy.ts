import { commaSeparated } from './addresses.ts'

export type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean)

/** Parses 'true', 'false', a number of proxies in front, or the addresses of trusted ones. */
export function trustProxy(value: string): TrustProxy {
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  return commaSeparated(value)
}
