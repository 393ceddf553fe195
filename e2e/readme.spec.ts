import type { Page } from '@playwright/test'
import { makeMachine } from './box.ts'
import { local, onlyInDollars } from './local.ts'
import { expect, test } from './person.ts'
import { expectPictured, partsOf } from './pictures.ts'
import { show } from './screens.ts'

test.use({ viewport: { width: 390, height: 660 }, reducedMotion: 'reduce' })

test('matches the picture of the README to the screens from the scan to the running machine', async ({
  page,
  landlord,
}) => {
  onlyInDollars('The picture shows dollars.')
  const { device } = await makeMachine(
    landlord,
    {},
    { device_number: 'W-2', location: 'Elm Street 4, basement', duration_minutes: 35 },
  )
  const { code } = await landlord.issueCode({ code: 'ELM4-7K2M-9QXA' })
  const screens: { step: string; parts: string; image: string }[] = []
  async function keep(step: string) {
    const parts = await partsOf(page.getByRole('main'))
    screens.push({ step, parts, image: (await page.screenshot()).toString('base64') })
  }
  await show(page, `/m/${device.sticker_number}`)
  await expect(page.getByRole('region', { name: device.label })).toContainText('Available')
  await keep('1. Scan the sticker')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await page.getByRole('textbox', { name: 'Prepaid Code' }).fill(code)
  await expect(page.getByRole('button', { name: local('Pay $2.50') })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Available')
  await keep('2. Pay')
  await page.getByRole('button', { name: local('Pay $2.50') }).click()
  const machine = page.getByRole('region', { name: 'Your machine' })
  await expect(machine).toContainText('minutes left')
  await expect(machine).toContainText('Notify you when it’s done?')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
  await keep('3. The machine runs')
  await expectPictured(
    'docs/scan-pay-run',
    async () => screens.map(({ step, parts }) => `${step}\n${parts}`).join('\n'),
    () => sideBySide(page, screens),
  )
})

async function sideBySide(page: Page, screens: { step: string; image: string }[]) {
  await page.setViewportSize({ width: 1256, height: 744 })
  const phones = screens.map(
    ({ step, image }) =>
      `<figure><figcaption>${step}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
  )
  await page.setContent(`<style>
    body { margin: 20px; display: flex; gap: 20px; font: 600 22px sans-serif; background: #fff }
    figure { margin: 0; text-align: center }
    img { width: 390px; margin-top: 12px; border: 1px solid #adb5bd; border-radius: 20px }
  </style>${phones.join('')}`)
  return page.screenshot({ type: 'jpeg', quality: 80 })
}
