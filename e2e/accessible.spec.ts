import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './person.ts'

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })

      test('axe finds nothing wrong on any screen', async ({ page, landlord }) => {
        test.slow()
        const device = await landlord.addDevice()
        const code = await landlord.issueCode()
        const { id } = await landlord.pay(device, code)
        await page.goto('/auth')
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        await landlord.signInAt(page)
        const deviceScreens = ['/devices', '/devices/new', `/devices/${device.id}`]
        const codeScreens = ['/prepaid-codes', '/prepaid-codes/new', `/prepaid-codes/${code.id}`]
        const transactionScreens = ['/transactions', `/transactions/${id}`]
        const others = [`/payments?device=${device.id}`, '/profile', '/no/such/page']
        const screens = [...deviceScreens, ...codeScreens, ...transactionScreens, ...others]
        for (const address of screens) {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations, address).toEqual([])
        }
      })
    })
  }
}
