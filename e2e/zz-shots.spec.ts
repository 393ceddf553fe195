import { makeMachine } from './box.ts'
import { test } from './person.ts'
import { show } from './screens.ts'

test('shots', async ({ page, landlord, tenant }) => {
  test.setTimeout(300_000)
  const { device } = await makeMachine(landlord)
  const code = await landlord.issueCode({ balance: 50 })
  await tenant.pay(device, code)
  await tenant.report(device, { kind: 'damaged', text: 'The door hangs and the drum is loud' })
  const { data } = await landlord.call<{ data: { id: string }[] }>('GET', '/report-cases')
  const all = (process.env.SHOTS ?? '').split(',')
  await landlord.signInAt(page)
  for (const [width, scheme, language] of [[390, 'light', 'es'], [390, 'dark', 'en'], [1280, 'light', 'en'], [1280, 'dark', 'es']] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate((l) => localStorage.setItem('language', l), language)
    for (const part of all) {
      const address = part === 'case' ? `/report-cases/${data[0]?.id}` : `/devices/${device.id}${part}`
      await show(page, address)
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/shots/${width}-${scheme}-${language}${part.replace('/', '-')}.png`, fullPage: true })
    }
    if (width === 1280 && language === 'en' && all.includes('')) {
      await show(page, `/devices/${device.id}`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.waitForTimeout(500)
      await page.screenshot({ path: '/tmp/shots/menu.png' })
    }
  }
})
