import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeUser, type TestUser } from '../../../test/support/make.ts'
import { picture, pngBomb } from '../../../test/support/photos.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { photoSize } from './photo-size.ts'
import { decoded } from './reencode.ts'

const server = testApp({ rateLimits: true })
const { makeRoom } = reporting(server)

function refusalOf(as: TestUser, { id: device_id }: { id: string }, photo: Buffer) {
  const body = { device_id, kind: 'damaged' as const, photo: photo.toString('base64') }
  return server.refused(reports.create, { as, body })
}

const deep = { depth: 16, color: 'rgba' as const }

/** A WebP file with the canvas of an animation but no frame. */
function webpCanvas(width: number, height: number) {
  const file = Buffer.alloc(30)
  file.write('RIFF', 0, 'latin1')
  file.write('WEBPVP8X', 8, 'latin1')
  file.writeUIntLE(width - 1, 24, 3)
  file.writeUIntLE(height - 1, 27, 3)
  return file
}

/** A JPEG with another size in its frame header. */
async function jpegOf(width: number, height: number, { progressive = false } = {}) {
  const file = await picture().jpeg({ progressive }).toBuffer()
  const frame = file.indexOf(Buffer.from(progressive ? 'ffc2' : 'ffc0', 'hex'))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

describe('a photo is rejected by its header, before it waits or is decoded, with', () => {
  test.for<[string, () => Buffer | Promise<Buffer>]>([
    ['a very long side of 16 bits per color', () => pngBomb(limits.photoSentSide + 1, 5, deep)],
    ['a very high side', () => pngBomb(5, limits.photoSentSide + 1, deep)],
    ['a side of a billion pixels', () => pngBomb(1_000_000_000, 1)],
    [
      '20 million pixels of 16 bits and interlaced',
      () => pngBomb(4500, 4500, { ...deep, isInterlaced: true }),
    ],
    ['too many pixels in a JPEG', () => jpegOf(9000, 9000)],
    ['too many pixels in a progressive JPEG', () => jpegOf(6_000, 12_000, { progressive: true })],
    ['a very long side in a JPEG', () => jpegOf(65_500, 10)],
    ['a large canvas of an animation', () => webpCanvas(16_000_000, 2)],
  ])('%s', async ([, make]) => {
    const { device, tenant } = await makeRoom()
    const { status, body } = await refusalOf(tenant, device, await make())
    expect([status, body.code]).toEqual([422, 'photo_has_too_many_pixels'])
    expect(await photosCounted()).toBe(0)
  })

  async function photosCounted() {
    const rows = await server.database.selectFrom('photos_per_network').selectAll().execute()
    return rows.length
  }
})

test('reads the same size from a header as the decoder does', async () => {
  const large = { width: 321, height: 123 }
  const files = [
    picture(large).jpeg(),
    picture(large).jpeg({ progressive: true }),
    picture(large)
      .withExif({ IFD0: { Make: 'x'.repeat(5000) } })
      .jpeg(),
    picture(large).png({ palette: true }),
    picture(large).webp(),
    picture(large).webp({ lossless: true }),
    picture(large).ensureAlpha(0.5).withMetadata({ orientation: 6 }).webp(),
  ]
  for (const file of files) expect(photoSize(await file.toBuffer())).toMatchObject(large)
})

describe('a photo that breaks its decoder', () => {
  // id: reencode-1
  test('is rejected as unreadable when it takes more memory than the limit', async () => {
    const large = { width: 5000, height: 5000 }
    const photo = await picture(large).jpeg({ progressive: true }).toBuffer()
    await expect(decoded(photo, 720_000)).rejects.toMatchObject({ refusal: 'photo_unreadable' })
    expect(await decoded(await picture().jpeg().toBuffer(), 720_000)).toBeInstanceOf(Buffer)
  })

  test('is rejected as unreadable when its pixels are missing', async () => {
    const { device, tenant } = await makeRoom()
    const { body } = await refusalOf(tenant, device, (await jpegOf(4000, 4000)).subarray(0, 500))
    expect(body.code).toBe('photo_unreadable')
  })
})

test('rejects an invalid report before it decodes the photo', async () => {
  const { device, tenant } = await makeRoom()
  const broken = (await jpegOf(4000, 4000)).subarray(0, 500)
  const nowhere = { id: crypto.randomUUID() }
  expect((await refusalOf(tenant, nowhere, broken)).body.code).toBe('device_not_found')
  const body = { device_id: device.id, kind: 'other' as const }
  for (let n = 0; n < limits.reports; n++) await server.call(reports.create, { as: tenant, body })
  expect((await refusalOf(tenant, device, broken)).body.code).toBe('too_many_reports')
  const stranger = await makeUser(server)
  await server.call(reports.create, { as: stranger, body })
  expect((await refusalOf(stranger, device, broken)).body.code).toBe('too_many_unpaid_reports')
})

test('counts an unreadable photo for its network, because it was decoded', async () => {
  const { device, tenant } = await makeRoom()
  const broken = (await jpegOf(4000, 4000)).subarray(0, 500)
  await refusalOf(tenant, device, broken)
  await server.asOwner(`update photos_per_network set photos = ${limits.photosOfNetwork}`)
  const { status, body } = await refusalOf(tenant, device, broken)
  expect([status, body.code]).toEqual([429, 'too_many_photos_of_network'])
})
