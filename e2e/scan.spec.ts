import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

test.use({ viewport: { width: 390, height: 800 } })

const origin = () => process.env.COINLESS_URL ?? ''

/** Replaces the camera with one that sees a QR code of a text. `cameras` holds its tracks. */
async function holdUp(page: Page, text: string) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  await page.addInitScript((dots) => {
    const cameras: MediaStreamTrack[] = []
    Object.assign(window, { cameras })
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const side = Math.floor(400 / dots.length)
      const draw = () => {
        context.fillStyle = 'white'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.fillStyle = 'black'
        for (const [y, row] of dots.entries())
          for (const [x, isDark] of row.entries())
            if (isDark) context.fillRect(120 + x * side, 40 + y * side, side, side)
        requestAnimationFrame(draw)
      }
      draw()
      const stream = canvas.captureStream()
      cameras.push(...stream.getTracks())
      return stream
    }
  }, rows)
}

/** The states of all cameras that were opened. */
const cameras = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameras: MediaStreamTrack[] }).cameras.map(
      ({ readyState }) => readyState,
    ),
  )

async function failWith(page: Page, name: string) {
  await page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
  }, name)
}

const scan = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan a sticker' })

test('leads from a scanned sticker to its machine, and switches the camera off', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Scanned washer' })
  await holdUp(page, `${origin()}/m/${device.sticker_number}`)
  await tenant.signInAt(page)
  for (const from of ['/payments', '/dashboard']) {
    await show(page, from)
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      )
    expect(await loaded()).not.toMatch(/ScanDialog|decode-frame/)
    await scan(page).press('Enter')
    await expect(page.getByRole('main').locator('dl')).toContainText('Scanned washer')
    await expect(page).toHaveURL(new RegExp(`/payments[?]device=${device.id}`))
    await expect(dialog(page)).toBeHidden()
    expect(await loaded()).toMatch(/ScanDialog/)
    expect(await cameras(page)).toEqual(['ended'])
  }
})

test('refuses foreign QR codes without opening them', async ({ page, tenant }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await holdUp(page, 'https://elsewhere.example/m/482109379')
  await tenant.signInAt(page)
  await show(page, '/payments')
  await scan(page).click()
  await expect(dialog(page)).toContainText('This QR code is not a sticker of these machines.')
  await expect(page).toHaveURL(`${origin()}/payments`)
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([])
})

test('switches the camera off in a hidden tab, and with Escape, which returns the focus', async ({
  page,
  tenant,
}) => {
  await holdUp(page, 'Nothing of ours')
  await tenant.signInAt(page)
  await show(page, '/payments')
  await scan(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('not a sticker')
  const setVisibility = (state: string) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await expect.poll(() => cameras(page)).toEqual(['ended'])
  await setVisibility('visible')
  await expect.poll(() => cameras(page)).toEqual(['ended', 'live'])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await cameras(page)).toEqual(['ended', 'ended'])
  await expect(scan(page)).toBeFocused()
})

test('switches the camera off when the user goes back', async ({ page, tenant }) => {
  await holdUp(page, 'Nothing of ours')
  await tenant.signInAt(page)
  await show(page, '/dashboard')
  await page.getByRole('link', { name: 'Pay at a machine' }).click()
  await expect(page.getByRole('heading', { name: 'Process Payment' })).toBeVisible()
  await scan(page).click()
  await expect(dialog(page)).toContainText('not a sticker')
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  expect(await cameras(page)).toEqual(['ended'])
})

for (const [name, sentence] of [
  ['NotAllowedError', 'The camera is blocked. Allow it for this site'],
  ['NotFoundError', 'No camera found.'],
  ['NotReadableError', 'Another app may be using it.'],
] as const) {
  test(`explains ${name}, and how to go on`, async ({ page, tenant }) => {
    await failWith(page, name)
    await tenant.signInAt(page)
    await show(page, '/payments')
    await scan(page).click()
    await expect(dialog(page).getByRole('alert').first()).toContainText(sentence)
    await expect(dialog(page)).toContainText('You can type the number on the sticker instead.')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('alert').first()).toContainText(sentence)
    await page.keyboard.press('Escape')
    await expect(scan(page)).toBeFocused()
  })
}

test('explains that the camera needs a secure connection', async ({ page, tenant }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await tenant.signInAt(page)
  await show(page, '/payments')
  await scan(page).click()
  await expect(dialog(page)).toContainText('works only over a secure connection')
})
