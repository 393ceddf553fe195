import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Resolves a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** A user configured an address that the server may not call. */
export class AddressRefused extends Error {}

/**
 * Azure's metadata service: formally a public address, but reached only from machines of that cloud, to identify them.
 */
const azureHost = '168.63.129.16'
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is on the internet: not private, loopback, link-local (where clouds give machines their secrets),
 * carrier-grade NAT, multicast, reserved, a form of an IPv4 address, or of this machine.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === azureHost) return false
  if (parsed.kind() === 'ipv6' && !(parsed as ipaddr.IPv6).match(globalUnicast)) return false
  const own = Object.values(networkInterfaces()).flat()
  return !own.some((each) => each && ipaddr.parse(each.address).toString() === parsed.toString())
}

/**
 * Resolves by DNS only, because the hosts file and the local network name internal hosts. A slow server blocks no
 * thread.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const [four, six] = found.map((each) => (each.status === 'fulfilled' ? each.value : []))
  const addresses = [
    ...(four ?? []).map((address) => ({ address, family: 4 })),
    ...(six ?? []).map((address) => ({ address, family: 6 })),
  ]
  const failed = found.find((each) => each.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}

/**
 * Lookup that accepts only public addresses. The connection uses exactly these addresses, so that a DNS change after
 * the check redirects nothing.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressRefused(`${hostname} is not a public address`), [])
      } else if (options.all) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    }
    resolve(hostname).then(answer, (error) => callback(error, []))
  }
}

/** Whether a host, as the URL standard writes it, is a public address or a name for DNS to resolve. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1')
  // A connection to an IP address skips the lookup.
  if (isIP(host)) return isPublicAddress(host)
  const name = host.replace(/[.]$/, '')
  return name.includes('.') && !/[.](localhost|local|internal|home[.]arpa)$/.test(name)
}
