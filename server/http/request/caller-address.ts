import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Where a call comes from. Some proxies write the port behind the address that they pass on. What is
 * no address at all counts as the connection's own: nobody gets a new one by writing nonsense.
 */
export function callerAddress({ ip, socket }: FastifyRequest): string {
  const [, bracketed, plain] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const address = bracketed ?? plain ?? ip
  return ipaddr.isValid(address) ? address : (socket.remoteAddress ?? 'unknown')
}

/** IPv6 networks around the one of 64 bits, and how many times as much one of them may do. */
const wider = [
  { bits: 56, factor: 2 },
  { bits: 48, factor: 3 },
] as const

export interface Network {
  name: string
  factor: number
}

/**
 * The networks whose calls count together, narrowest first. An IPv6 connection comes with 64, 56 or 48 bits: whatever is
 * counted by one of them alone can be multiplied.
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

/** Whoever has one IPv6 address has the other 2^64 of its network as well. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}
