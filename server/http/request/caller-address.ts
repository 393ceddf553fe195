import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * IP address of a call. Some proxies append a port. An invalid address falls back to the connection's own, so that
 * nonsense in a header does not get around the limits.
 */
export function callerAddress({ ip, socket }: FastifyRequest): string {
  const [, bracketed, plain] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const address = bracketed ?? plain ?? ip
  return ipaddr.isValid(address) ? address : (socket.remoteAddress ?? 'unknown')
}

/** IPv6 networks wider than /64, and the factor by which their limits are higher. */
const wider = [
  { bits: 56, factor: 2 },
  { bits: 48, factor: 3 },
] as const

export interface Network {
  name: string
  factor: number
}

/**
 * Networks whose calls count together, narrowest first. An IPv6 connection comes with a /64, /56 or /48, so a limit
 * on only one of these sizes can be evaded.
 */
export function networksOf(address: string): Network[] {
  const name = networkOf(address)
  const narrow = { name, factor: 1 }
  if (!ipaddr.IPv6.isValid(name)) return [narrow]
  return [
    narrow,
    ...wider.map(({ bits, factor }) => ({
      name: `${ipaddr.IPv6.networkAddressFromCIDR(`${name}/${bits}`)}/${bits}`,
      factor,
    })),
  ]
}

/** One IPv6 address implies the other 2^64 of its /64 network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}
