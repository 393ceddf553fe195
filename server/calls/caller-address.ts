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

/** Whoever has one IPv6 address has the other 2^64 of its network as well. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}
