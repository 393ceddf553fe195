import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Device } from '@coinless/contract/devices.ts'
import { checkOf, groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findHeadless } from './chromium.ts'
import { local } from './local.ts'
import { expect, password, test } from './person.ts'
import { pagesOf } from './printed.ts'
import { canScan, sizeOfInk } from './scanned.ts'

const pixelMm = 25.4 / 96

/** In millimeters: letters are readable from 300 times their height. */
const readFrom2m = 2000 / 300

/** In millimeters, as makers of label stock measure them. */
const papers = [
  { name: 'a4', width: 210, height: 297, left: 19, top: 22.5, across: 90, down: 65, columns: 2 },
  {
    ...{ name: 'letter', width: 215.9, height: 279.4, left: 21.95, top: 13.7 },
    ...{ across: 90, down: 65, columns: 2 },
  },
  {
    name: 'a4Labels',
    width: 210,
    height: 297,
    left: 4,
    top: 4.5,
    across: 70,
    down: 37,
    columns: 3,
  },
  {
    ...{ name: 'letterLabels', width: 215.9, height: 279.4, left: 6.46, top: 14.4 },
    ...{ across: 69.85, down: 25.4, columns: 3 },
  },
  { name: 'roll', width: 62, height: 40, left: 3, top: 3, across: 0, down: 0, columns: 1 },
]

/** Within the tolerance of a printer. */
const near = (measured: number, wanted: number) =>
  expect(Math.abs(measured - wanted), `${measured} instead of ${wanted} mm`).toBeLessThan(0.25)

/** Letter sizes of short device numbers in pixels, and texts that are cut off. */
async function lettersOf(page: Page) {
  return page.getByRole('listitem').evaluateAll((stickers) => ({
    numberPx: stickers
      .map((sticker) => sticker.querySelector('div > div > span') as HTMLElement)
      .filter((line) => (line.textContent ?? '').length < 6)
      .map((line) => Number.parseFloat(getComputedStyle(line).fontSize)),
    cutOff: stickers
      .flatMap((sticker) => [sticker, ...sticker.querySelectorAll('span')])
      .filter(
        (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1,
      )
      .map((box) => box.textContent),
  }))
}

// id: e2e-stickers-1
test('prints searched stickers to each paper’s size, with codes that lead to the machines', async ({
  page,
  landlord,
}) => {
  const location = `Room ${randomUUID().slice(0, 8)}`
  const facts: Partial<Device>[] = [
    { device_number: 'W-10' },
    { device_number: 'W-2', price: 9999.99, duration_minutes: 10_080 },
    { device_number: 'W-1' },
    { device_number: 'A device number of forty characters, WWW' },
  ]
  const made: Device[] = []
  for (const each of facts) made.push(await landlord.addDevice({ location, ...each }))
  await landlord.addDevice({ location: 'Elsewhere' })
  const inOrder = [...made].reverse()

  await landlord.signInAt(page)
  await page.goto(`/devices?search=${encodeURIComponent(location)}`)
  await page.getByRole('link', { name: 'Print Stickers' }).click()
  const stickers = page.getByRole('listitem')
  await expect(stickers).toHaveCount(made.length)
  await expect(stickers.nth(1)).toContainText(local('W-1$2.5030 minutes'))
  await expect(page.getByRole('alert')).toContainText(`These stickers lead to ${origin(page)}`)
  for (const paper of papers) {
    await page.getByLabel('Paper').selectOption(paper.name)
    const size = `@page { size: ${paper.width}mm ${paper.height}mm; margin: 0 }`
    const style = page.getByRole('main').locator('style')
    await expect.poll(() => style.evaluate(({ textContent }) => textContent)).toBe(size)
    const printed = pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(printed).toHaveLength(paper.name === 'roll' ? made.length : 1)
    for (const { width, height } of printed) {
      near(width, paper.width)
      near(height, paper.height)
    }
    const codes = printed.flatMap((each) => each.codes)
    expect(codes.map(({ says }) => says)).toEqual(
      inOrder.map(({ sticker_number }) => `${origin(page)}/m/${sticker_number}`),
    )
    codes.forEach(({ left, top }, index) => {
      near(left, paper.left + (index % paper.columns) * paper.across)
      near(top, paper.top + Math.floor(index / paper.columns) * paper.down)
    })
    const { numberPx, cutOff } = await lettersOf(page)
    expect(cutOff).toEqual([])
    // Capitals are 0.716 of the font size.
    for (const px of numberPx) expect(px * pixelMm * 0.716).toBeGreaterThan(readFrom2m)
  }
})

/** A browser on a machine with only these fonts. */
async function otherBrowser(fonts: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-fonts-'))
  for (const font of fonts) await copyFile(font, join(folder, basename(font)))
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  )
  const browser = await chromium.launch({
    executablePath: findHeadless(),
    args: chromiumFlags,
    env: { ...process.env, FONTCONFIG_FILE: file },
  })
  return { browser, close: () => browser.close().then(() => rm(folder, { recursive: true })) }
}

const liberation = '/usr/share/fonts/truetype/liberation/Liberation'

test('prints each line of a sticker with the same height and width in any font', async ({
  landlord,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: where no program draws a PDF
  test.skip(!canScan, 'Needs pdftoppm: apt install poppler-utils')
  test.setTimeout(120_000)
  const device = await landlord.addDevice({ device_number: 'W-10' })
  const inks: Record<string, { width: number; height: number }>[] = []
  for (const face of ['Sans', 'Mono']) {
    const fonts = [`${liberation}${face}-Regular.ttf`, `${liberation}${face}-Bold.ttf`]
    const { browser, close } = await otherBrowser(fonts.filter((font) => existsSync(font)))
    const page = await browser.newPage({
      baseURL: process.env.COINLESS_URL as string,
      viewport: { width: 1400, height: 1400 },
      locale: 'en-US',
    })
    await landlord.signInAt(page)
    await page.goto(`/stickers?device=${device.id}&paper=a4`)
    const lines = page.getByRole('listitem').locator('div > div > span')
    await expect(lines).toHaveCount(5)
    const sheet = await page.getByRole('list').boundingBox()
    const boxes = await lines.evaluateAll((all) =>
      all.map((line) => line.getBoundingClientRect().toJSON()),
    )
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const ink: Record<string, { width: number; height: number }> = {}
    for (const [index, box] of boxes.entries()) {
      ink[(await lines.nth(index).textContent()) ?? ''] = await sizeOfInk(pdf, {
        left: (box.x - (sheet?.x ?? 0)) * pixelMm,
        top: (box.y - (sheet?.y ?? 0)) * pixelMm,
        width: box.width * pixelMm,
        height: box.height * pixelMm,
      })
    }
    inks.push(ink)
    await close()
  }
  const [one = {}, other = {}] = inks
  expect(Object.keys(one)).toHaveLength(5)
  for (const [line, { width, height }] of Object.entries(one)) {
    near(other[line]?.width ?? 0, width)
    near(other[line]?.height ?? 0, height)
  }
  expect(one['W-10']?.height).toBeGreaterThan(readFrom2m)
})

/** The device to pay for and its location. */
const termsIn = (page: Page) => page.getByRole('definition').first()

const origin = (page: Page) => new URL(page.url()).origin

test('leads from a scanned sticker through registration to the payment at that machine', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice({ label: 'Scanned washer' })
  await page.goto(`/M/${groupedStickerNumber(device.sticker_number).replaceAll(' ', '-')}`)
  await expect(page.getByText('Choose how to continue, then pay at this machine.')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Full Name').fill('Terry Tenant')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(termsIn(page)).toContainText(`Scanned washer ${device.device_number}`)
  await expect(page).toHaveURL(`/payments?device=${device.id}`)
})

test('reports a wrong digit in a typed number at once, and finds the machine at the last digit', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice({ label: 'Typed washer' })
  const digits = device.sticker_number.slice(0, 8)
  const wrongDigit = String((checkOf(digits) + 1) % 10)
  await tenant.signInAt(page)
  await page.goto('/m')
  const field = page.getByLabel('Sticker Number')
  await field.pressSequentially(digits)
  const mistyped = page.getByText('That isn’t a valid sticker number.')
  await expect(mistyped).toBeHidden()
  await field.pressSequentially(wrongDigit)
  await expect(mistyped).toBeVisible()
  await field.press('Backspace')
  await field.pressSequentially(device.sticker_number.slice(8))
  await expect(page.getByRole('combobox', { name: 'Device' })).toHaveValue(/Typed washer/)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(groupedStickerNumber(device.sticker_number))
  await field.fill('482109379')
  await expect(page.getByText('No machine with this number takes payments.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: /Pay with Prepaid Code/ })).toBeDisabled()
})
