import type { Device } from '@coinless/contract/devices.ts'
import { expect, type Page } from '@playwright/test'
import { isTaking } from './pictures.ts'
import { show, test } from './screens.ts'

const columns = 6
const pictureWidth = 320

const variants = [
  { width: 390, height: 844, colorScheme: 'light', locale: 'en-US' },
  { width: 390, height: 844, colorScheme: 'dark', locale: 'es-ES' },
  { width: 1280, height: 800, colorScheme: 'light', locale: 'es-ES' },
  { width: 1280, height: 800, colorScheme: 'dark', locale: 'en-US' },
] as const

/** Only `npm run pictures` makes the sheets. */
for (const { width, height, colorScheme, locale } of isTaking ? variants : []) {
  test.describe(`${width} px, ${colorScheme}, ${locale}`, () => {
    test.use({ viewport: { width, height }, colorScheme, locale })

    test('puts every screen on one sheet', async ({ page, screens, owner }) => {
      test.setTimeout(900_000)
      const pictures: Picture[] = []
      const take = async (address: string) => {
        await show(page, address)
        await keep(address)
      }
      const keep = async (address: string) => {
        const jpeg = await page.screenshot({ type: 'jpeg' })
        pictures.push({ address, source: `data:image/jpeg;base64,${jpeg.toString('base64')}` })
      }
      const machine = screens.find((address) => address.startsWith('/rooms/'))
      const beforeSignIn = ['/auth', '/auth/password', machine?.replace('/rooms', '/m')]
      for (const address of beforeSignIn) if (address) await take(address)
      const device = { sticker_number: machine?.split('/')[2] } as Device
      const shown = { language: locale.slice(0, 2), takes_payments: true }
      const { secret } = await owner.addDisplay(device, shown)
      await show(page, `/display#${secret}`)
      await keep('/display')
      await page.getByRole('listitem').getByRole('button').first().click()
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
      await keep('/display: payment')
      await owner.signInAt(page)
      for (const address of screens) await take(address)
      await show(page, `${machine}/bookings`)
      await page.getByRole('main').getByRole('button').last().click()
      await expect(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible()
      await keep(`${machine}/bookings: calendar`)
      await saveSheet(await page.context().newPage(), pictures, `${width}-${colorScheme}`)
    })
  })
}

interface Picture {
  address: string
  source: string
}

async function saveSheet(sheet: Page, pictures: readonly Picture[], name: string) {
  await sheet.setViewportSize({ width: columns * (pictureWidth + 16) + 16, height: 800 })
  await sheet.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(${columns}, ${pictureWidth}px); gap: 16px; font: 12px sans-serif }
    figure { margin: 0 }
    figcaption { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    img { width: 100%; outline: 1px solid #888 }
    </style>${pictures.map(({ address, source }) => `<figure><figcaption>${address}</figcaption><img src="${source}"></figure>`).join('')}`)
  await sheet.screenshot({ path: `.cache/contact-sheet-${name}.png`, fullPage: true })
}
