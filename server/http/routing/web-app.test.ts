import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()

test('serves the page for paths of the web app, revalidated each time', async () => {
  for (const url of ['/', '/devices/new', '/no/such/page']) {
    const { statusCode, headers, body } = await server.app.inject({ url })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-cache')
    expect(body).toContain('<div id="root">')
  }
})

test('names scripts and styles by their content, cached for a year', async () => {
  const page = await server.app.inject({ url: '/' })
  const files = page.body.match(/\/assets\/[\w-]+\.(js|css)/g) ?? []
  expect(files.length).toBeGreaterThan(1)
  for (const url of files) {
    const { statusCode, headers } = await server.app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test.each(['br', 'gzip'])(
  'serves files as %s, at a third of their size or less',
  async (encoding) => {
    const page = await server.app.inject({ url: '/' })
    const files = page.body.match(/\/assets\/libraries-[\w-]+\.js|\/assets\/[\w-]+\.css/g) ?? []
    expect(files).toHaveLength(2)
    for (const url of files) {
      const plain = await server.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
      const packed = await server.app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': plain.headers['content-type'],
        'cache-control': plain.headers['cache-control'],
        vary: expect.stringContaining('accept-encoding'),
      })
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2.9)
    }
  },
)

test.each([
  ['/sw.js', /javascript/],
  ['/manifest.webmanifest', /manifest\+json/],
  ['/icons/maskable.png', /image\/png/],
])('serves the files for installation, revalidated each time: %s', async (url, type) => {
  const { statusCode, headers } = await server.app.inject({ url })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(type)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("worker-src 'self';manifest-src 'self'")
})

test('serves compressed files only in place of the originals, not at their own path', async () => {
  const [url = ''] =
    (await server.app.inject({ url: '/' })).body.match(/\/assets\/[\w-]+\.js/) ?? []
  for (const ending of ['.br', '.gz']) {
    expect((await server.app.inject({ url: url + ending })).statusCode).toBe(404)
  }
})

test('answers 404, not a page, for a script of an older version', async () => {
  const { statusCode } = await server.app.inject({ url: '/assets/index-gone.js' })
  expect(statusCode).toBe(404)
})

test('serves a page for reads only', async () => {
  const { statusCode, headers } = await server.app.inject({ method: 'POST', url: '/devices' })
  expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test.each(['//api/devices', '/API/devices', '///Api', '//api/nothing?page=1'])(
  'answers 404 and no page for a path meant for the API: %s',
  async (url) => {
    const { statusCode, body } = await server.app.inject({ url })
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'path_not_found'])
  },
)
