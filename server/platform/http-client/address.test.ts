import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, isPublicHost, publicLookup } from './address.ts'

const inside = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
]

test.each(inside)('%s is private', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '193.0.0.1',
  '2606:4700::1111',
  '2a00::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('treats every address of this machine as private', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([])
})

test.each([
  'localhost',
  'localhost.',
  'app.localhost',
  'intranet',
  'printer.local',
  'metadata.google.internal',
  'nas.home.arpa',
  '127.0.0.1',
  '[::1]',
  '[::ffff:7f00:1]',
])('the host %s is private', (host) => {
  expect(isPublicHost(host)).toBe(false)
})

test('recognizes a private address in any notation', () => {
  for (const host of [
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
  ]) {
    expect(isPublicHost(new URL(`https://${host}/`).hostname), host).toBe(false)
  }
})

describe('a host name', () => {
  const lookUp = (addresses: string[], all: boolean) =>
    new Promise((answered) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      publicLookup(async () => found)('example.com', { all }, (error, address) =>
        answered(error?.message ?? address),
      )
    })

  test('resolves to the checked addresses', async () => {
    expect(await lookUp(['1.1.1.1', '2606:4700::1'], true)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
    expect(await lookUp(['1.1.1.1'], false)).toBe('1.1.1.1')
  })

  test('is refused if any address is private or there is none', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::1', '1.1.1.1'], []]) {
      expect(await lookUp(addresses, true)).toBe('example.com is not a public address')
      expect(await lookUp(addresses, false)).toBe('example.com is not a public address')
    }
  })
})
