import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { replicaCount, testApp } from '../../../test/support/app.ts'
import {
  makeAdmin,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { noise, phonePhoto, picture, pngBomb } from '../../../test/support/photos.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp()
const { makeRoom, onlyCase, closeCase } = reporting(server)

function bodyWith(photo: Buffer, { id: device_id }: { id: string }) {
  return { device_id, kind: 'damaged' as const, photo: photo.toString('base64') }
}

function send(as: TestUser, device: { id: string }, photo: Buffer) {
  return server.call(reports.create, { as, body: bodyWith(photo, device) })
}

async function photoOf({ id }: { id: string }, as: TestUser) {
  const { photo } = await server.call(reports.photo, { as, params: { id } })
  return Buffer.from(photo, 'base64')
}

/** Uses the same idempotency key in each call. */
function ask(as: TestUser, method: 'GET' | 'POST', path: string, payload?: object) {
  return server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': 'photo' },
    ...(payload && { payload }),
  })
}

const keptOf = ({ id }: TestUser) =>
  server.database
    .selectFrom('report_photos')
    .innerJoin('reports', 'reports.id', 'report_photos.id')
    .select('report_photos.id')
    .where('user_id', '=', id)
    .execute()

describe('the photo of a report', () => {
  // id: photos-1
  test('is stored upright, without location and other metadata', async () => {
    const { device, tenant } = await makeRoom()
    const sent = await phonePhoto()
    expect((await sharp(sent).metadata()).exif?.toString('latin1')).toContain('Phone of Ana')
    const made = await send(tenant, device, sent)
    expect(made.has_photo).toBe(true)
    const kept = await photoOf(made, tenant)
    const facts = await sharp(kept).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 100, height: 200 })
    for (const each of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const) {
      expect(facts[each], each).toBeUndefined()
    }
    expect(kept.toString('latin1')).not.toMatch(/Exif|Phone/)
    // The left side of the sent photo is now on top.
    const { data } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
    expect([data.at(0), data.at(-1)].map((part) => (part ?? 0) > 200)).toEqual([true, true])
    expect(data.at(2)).toBeLessThan(50)
  })

  test('is stored as a small JPEG for any content and each accepted file type', async () => {
    const { device, tenant } = await makeRoom()
    const large = { width: 4000, height: 3000 }
    const files = [
      await picture(large).jpeg().toBuffer(),
      await picture(large).png().toBuffer(),
      await picture(large).webp().toBuffer(),
      await noise(1600).jpeg({ quality: 70 }).toBuffer(),
    ]
    for (const file of files) {
      const kept = await photoOf(await send(tenant, device, file), tenant)
      const { format, width } = await sharp(kept).metadata()
      expect(format).toBe('jpeg')
      expect(width).toBeLessThanOrEqual(limits.photoSide)
      expect(kept.length).toBeLessThanOrEqual(limits.photoKeptBytes)
    }
  })

  test('is stored without appended data, and as the first frame of an animation', async () => {
    const { device, tenant } = await makeRoom()
    const script = Buffer.from('<script>alert(1)</script>')
    const both = Buffer.concat([await picture().jpeg().toBuffer(), script])
    const kept = await photoOf(await send(tenant, device, both), tenant)
    expect(kept.includes('<script')).toBe(false)

    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(moving, { pages: -1 }).metadata()).pages).toBe(2)
    const still = await photoOf(await send(tenant, device, moving), tenant)
    const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, (data[0] ?? 0) > 200]).toEqual([40, 40, true])
  })

  test('is visible only to its reporter, operators and admins, and not found for others', async () => {
    const { owner, device, tenant } = await makeRoom()
    const report = await send(tenant, device, await picture().jpeg().toBuffer())
    const params = { id: report.id }
    for (const as of [tenant, owner, await makeAdmin(server)]) {
      const { headers } = await ask(as, 'GET', `/reports/${report.id}/photo`)
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      expect(headers.vary).toContain('authorization')
    }
    const strangers = [await makeUser(server), await makeLandlord(server)]
    const unknown = { id: crypto.randomUUID() }
    const without = await server.call(reports.create, {
      as: tenant,
      body: { device_id: device.id, kind: 'other' },
    })
    const asked = [
      ...strangers.map((as) => ({ as, params })),
      { as: tenant, params: unknown },
      { as: tenant, params: { id: without.id } },
    ]
    const answers = []
    for (const sent of asked) {
      const { status, body, headers } = await server.refused(reports.photo, sent)
      answers.push([status, body.code, body.error, headers['cache-control']])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.slice(0, 2)).toEqual([404, 'photo_not_found'])
    expect(answers[0]?.[3]).toBe('no-store')
    expect((await onlyCaseOf(owner, device)).reports).toMatchObject([{ has_photo: true }])
  })

  test('is deleted with its report or account, and is in the data export', async () => {
    const { owner, device, tenant } = await makeRoom()
    const file = await picture().jpeg().toBuffer()
    const report = await send(tenant, device, file)
    const exported = await server.call(ownAccount.export, { as: tenant })
    const kept = await photoOf(report, tenant)
    expect(exported.report_photos).toMatchObject([
      { id: report.id, photo: kept.toString('base64') },
    ])
    const { id } = await onlyCase(owner)
    await closeCase(owner, id)
    await server.asOwner(`update report_cases set done_at = now() - interval '91 days'
      where id = '${id}'`)
    expect(await deleteExpiredRows(server.database)).toEqual([])
    expect(await keptOf(tenant)).toEqual([])

    await send(tenant, device, file)
    expect(await keptOf(tenant)).toHaveLength(1)
    await server.call(ownAccount.close, { as: tenant, body: { current_password: password } })
    expect(await keptOf(tenant)).toEqual([])
  })

  test('is stored once when sent again with the same idempotency key', async () => {
    const { device, tenant } = await makeRoom()
    const body = bodyWith(await picture().jpeg().toBuffer(), device)
    const [first, second] = [
      await ask(tenant, 'POST', '/reports', body),
      await ask(tenant, 'POST', '/reports', body),
    ]
    expect([first.statusCode, second.json()]).toEqual([201, first.json()])
    expect(await keptOf(tenant)).toHaveLength(1)
  })
})

async function onlyCaseOf(as: TestUser, { id: device_id }: { id: string }) {
  const { data } = await server.call(reports.listCases, { as, query: { device_id } })
  const found = data.find(({ kind }) => kind === 'damaged')
  return server.call(reports.getCase, { as, params: { id: found?.id ?? '' } })
}

describe('rejected photos', () => {
  const jpeg = () => noise(300).jpeg().toBuffer()
  const cut = async (file: Promise<Buffer>) => (await file).subarray(0, 20_000)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  test.for<[string, () => Promise<Buffer>, string]>([
    [
      'a page that calls itself a photo',
      async () => Buffer.from('<!doctype html><script>'),
      'photo_unreadable',
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'photo_unreadable',
    ],
    ['a GIF', () => picture().gif().toBuffer(), 'photo_unreadable'],
    ['a TIFF', () => picture().tiff().toBuffer(), 'photo_unreadable'],
    ['a HEIC', async () => heic, 'photo_unreadable'],
    [
      'the beginning of a JPEG alone',
      async () => Buffer.from('ffd8ffe0', 'hex'),
      'photo_unreadable',
    ],
    ['half a JPEG', () => cut(jpeg()), 'photo_unreadable'],
    ['half a PNG', () => cut(noise(300).png().toBuffer()), 'photo_unreadable'],
    ['half a WebP', () => cut(noise(300).webp().toBuffer()), 'photo_unreadable'],
    ['400 million pixels in 50 kB', async () => pngBomb(20_000), 'photo_has_too_many_pixels'],
    ['a little too many pixels', async () => pngBomb(6_400), 'photo_has_too_many_pixels'],
  ])('%s', async ([, make, code]) => {
    const { device, tenant } = await makeRoom()
    const file = await make()
    expect(file.length).toBeLessThan(limits.photoBytes)
    const body = bodyWith(file, device)
    const refused = await server.refused(reports.create, { as: tenant, body })
    expect([refused.status, refused.body.code]).toEqual([422, code])
    expect((await server.call(reports.list, { as: tenant })).data).toEqual([])
  })

  test('a file that is too large or not in base64', async () => {
    const { device, tenant } = await makeRoom()
    const large = Buffer.alloc(limits.photoBytes + 1)
    const answer = await server.refused(reports.create, {
      as: tenant,
      body: bodyWith(large, device),
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'The photo can have at most 3 MB.'])
    const text = { ...bodyWith(large, device), photo: '<b>' }
    const { body } = await server.refused(reports.create, { as: tenant, body: text })
    expect(body.error).toBe('Photo must be in base64.')
    const flood = bodyWith(Buffer.alloc(2 * limits.photoBytes), device)
    expect((await server.refused(reports.create, { as: tenant, body: flood })).status).toBe(413)
    expect((await server.call(reports.list, { as: tenant })).data).toEqual([])
  })
})

describe('a user who sends many photos', () => {
  test('reaches the quota of the account', async () => {
    const { device, tenant } = await makeRoom()
    await send(tenant, device, await picture().jpeg().toBuffer())
    await sql`
      with made as (
        insert into reports (case_id, user_id, device_label, device_number, has_paid, created_at)
          select case_id, user_id, '', '', true, now() - interval '2 days'
          from reports, generate_series(2, ${limits.photos}) where user_id = ${tenant.id}
        returning id
      )
      insert into report_photos (id, photo) select id, '' from made`.execute(server.database)
    const body = bodyWith(await picture().jpeg().toBuffer(), device)
    const refused = await server.refused(reports.create, { as: tenant, body })
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_photos'])
    await server.call(reports.create, { as: tenant, body: { ...body, photo: null } })
  })

  test('does not delay other calls, and gets 503 above the limit', async () => {
    const { owner, device } = await makeRoom()
    const file = pngBomb(2_000)
    const { photosAtOnce, photosWaiting } = limits
    const atOnce = replicaCount * (photosAtOnce + photosWaiting + 5)
    const people = await Promise.all(Array.from({ length: atOnce }, () => makeUser(server)))
    let answered = 0
    const sent = people.map(async (tenant) => {
      const { statusCode } = await ask(tenant, 'POST', '/reports', bodyWith(file, device))
      answered += 1
      return statusCode
    })
    const first = await Promise.race(sent)
    await server.call(devices.get, { as: owner, params: { id: device.id } })
    expect(answered).toBeLessThan(atOnce)
    expect(first).toBe(503)
    expect(new Set(await Promise.all(sent))).toEqual(new Set([201, 503]))
  })
})

describe('photos from one network', () => {
  const limited = testApp({ rateLimits: true })

  test('are limited per day, ignoring a day that starts in the future', async () => {
    const { device, tenant } = await reporting(limited).makeRoom()
    const body = bodyWith(await picture().jpeg().toBuffer(), device)
    await limited.call(reports.create, { as: tenant, body })
    const count = (photos: number, since: string) =>
      sql`update photos_per_network set photos = ${photos}, window_started_at = now() + ${since}::interval`.execute(
        limited.database,
      )
    await count(limits.photosOfNetwork, '0')
    const refused = await limited.refused(reports.create, { as: tenant, body })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_photos_of_network'])
    await limited.call(reports.create, { as: tenant, body: { ...body, photo: null } })
    await count(limits.photosOfNetwork, '1 hour')
    await limited.call(reports.create, { as: tenant, body })
    await count(limits.photosOfNetwork, '-25 hours')
    await limited.call(reports.create, { as: tenant, body })
  })
})
