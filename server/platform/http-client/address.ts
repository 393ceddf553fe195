import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Of somebody who names a server for ours to call. */
export class AddressRefused extends Error {}

/** Public by its number, and reached from machines of that cloud alone: it tells them who they are. */
const azureHost = '168.63.129.16'
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is one of the internet: not private, loopback, link-local (where clouds tell machines their
 * secrets), of a carrier's NAT, multicast, reserved, a form that stands for an IPv4 address, or of this machine.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === azureHost) return false
  if (parsed.kind() === 'ipv6' && !(parsed as ipaddr.IPv6).match(globalUnicast)) return false
  const own = Object.values(networkInterfaces()).flat()
  return !own.some((each) => each && ipaddr.parse(each.address).toString() === parsed.toString())
}

/** By DNS alone: what the hosts file or the network around names is inside. No thread waits for a slow server. */
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
 * For a connection that goes to what was checked: it is made to the very addresses that this answers, so that a
 * name which stands for another one a moment later leads nowhere else.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressRefused(`${hostname} is no public address`), [])
      } else if (options.all) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    }
    resolve(hostname).then(answer, (error) => callback(error, []))
  }
}

/** A name whose address is for DNS to tell, or a public address: as the URL standard writes hosts. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1')
  // A connection to a number looks nothing up.
  if (isIP(host)) return isPublicAddress(host)
  const name = host.replace(/[.]$/, '')
  return name.includes('.') && !/[.](localhost|local|internal|home[.]arpa)$/.test(name)
}
