import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { onlyInDollars } from './local.ts'
import { expect, type Person, test } from './person.ts'
import { expectPictured, partsOf } from './pictures.ts'
import { show } from './screens.ts'

test('opens the guide one tap from the sign-in screen, readable to its end', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/help')
  await page.getByRole('link', { name: 'For landlords' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For landlords')
  await expect(page).toHaveTitle('For landlords · Coinless')
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Para propietarios')
})

test('links to the guide from the menu of a signed-in user', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await show(page, '/dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await expect(page).toHaveURL('/help')
})

test('opens the guide while working for an owner, and returns to the same account', async ({
  page,
  landlord,
  tenant,
}) => {
  await Promise.all([landlord.verify(), tenant.verify()])
  const account = await landlord.employ(tenant, 'technician')
  await tenant.signInAt(page)
  await show(page, `/for/${account}/devices`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await page.getByRole('link', { name: 'For landlords' }).click()
  await page.getByRole('link', { name: 'which boxes there are' }).click()
  await expect(page).toHaveURL(`/for/${account}/help/relays`)
  await page.getByRole('link', { name: 'Coinless', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/for/${account}/`))
})

test('follows a link in the guide to its heading', async ({ page }) => {
  await show(page, '/help/operators')
  await page.getByRole('link', { name: 'into an empty folder' }).click()
  await expect(page).toHaveURL('/help/operating#restore')
  await expect(page.getByRole('heading', { name: 'Restore', exact: true })).toBeInViewport()
})

test('starts a long page with its sections, and keeps the chosen one when the language changes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await show(page, '/help/landlords')
  await page.getByRole('link', { name: 'Refund a payment' }).click()
  await expect(page).toHaveURL('/help/landlords#refund-a-payment')
  await expect(page.getByRole('heading', { name: 'Refund a payment' })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Reembolsar un pago' })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: 'Emitir códigos' }).click()
  await expect(page.getByRole('heading', { name: 'Emitir códigos' })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Issue codes' })).toBeInViewport()
})

test('fits the guide’s documents on a phone and passes axe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const name of ['operating', 'scaling', 'relays', 'mqtt', 'agent']) {
    await show(page, `/help/${name}`)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations, name).toEqual([])
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess, name).toBeLessThanOrEqual(0)
  }
})

test('shows a 404 page for an unknown page of the guide', async ({ page }) => {
  await page.goto('/help/nothing')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test('opens the page when a link to its heading is truncated', async ({ page }) => {
  await show(page, '/help/operating#%E0%A4')
  await expect(page).toHaveTitle('Running Coinless · Coinless')
})

test('reports a page of the guide that fails to load, even after a reload', async ({ page }) => {
  await page.route(/[/]assets[/]operating-.*[.]js/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/help/operating')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Running Coinless')
})

/** Texts typed in the pictures, in the language of the guide. */
const typed = {
  en: {
    device: { label: 'Washer by the window', location: 'Elm Street 4' },
    reason: 'A door that was stuck',
  },
  es: {
    device: { label: 'Lavadora de la ventana', location: 'Calle Olmo 4' },
    reason: 'La puerta se atascó',
  },
  de: {
    device: { label: 'Waschmaschine am Fenster', location: 'Ulmenstraße 4' },
    reason: 'Die Tür klemmte',
  },
  fr: {
    device: { label: 'Lave-linge près de la fenêtre', location: '4 rue des Ormes' },
    reason: 'La porte était bloquée',
  },
  pt: {
    device: { label: 'Lavadora perto da janela', location: 'Rua das Flores, 40' },
    reason: 'A porta estava travada',
  },
}

type GuideLanguage = keyof typeof typed

interface Prepared {
  page: Page
  landlord: Person
  tenant: Person
  words: (typeof typed)[GuideLanguage]
}

/** Pictures in the screens’ language, without content that changes between runs. */
const pictures: Record<string, (prepared: Prepared) => Promise<Locator>> = {
  async controller({ page, landlord }) {
    await landlord.signInAt(page)
    await show(page, '/controllers/new')
    return page.getByRole('main')
  },
  async batch({ page, landlord }) {
    await landlord.signInAt(page)
    await show(page, '/prepaid-codes/batches/new')
    await page
      .getByRole('main')
      .getByRole('textbox')
      .first()
      .fill('Ana Alvarez, ana@example.com\nBen Berg')
    return page.getByRole('main')
  },
  async refund({ page, landlord, words }) {
    const device = await landlord.addDevice({ device_number: 'W-2', ...words.device })
    const { id } = await landlord.pay(device, await landlord.issueCode())
    await landlord.signInAt(page)
    await show(page, `/transactions/${id}`)
    await page.getByRole('button', { name: /^(Refund|Reembolsar|Erstatten|Rembourser)$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill(words.reason)
    return dialog
  },
  async pay({ page, landlord, tenant, words }) {
    const device = await landlord.addDevice({ device_number: 'W-2', ...words.device })
    await tenant.signInAt(page)
    await show(page, `/payments?device=${device.id}`)
    await expect(page.getByRole('main')).toContainText(/2[.,]50/)
    return page.getByRole('main')
  },
  async report({ page, landlord, tenant, words }) {
    const device = await landlord.addDevice({ device_number: 'W-2', ...words.device })
    await tenant.pay(device, await landlord.issueCode())
    await tenant.signInAt(page)
    await show(page, `/reports/new?device=${device.id}`)
    await expect(page.getByRole('main')).toContainText(words.device.location)
    return page.getByRole('main')
  },
}

/** Hides the header and the menu. */
const contentOnly = `
  :is(header, nav):not([role=dialog] *) { display: none !important }
  main { min-height: 0 !important; padding-block-end: 16px !important }`

for (const language of Object.keys(typed) as GuideLanguage[]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language, viewport: { width: 560, height: 900 }, reducedMotion: 'reduce' })

    for (const [name, prepare] of Object.entries(pictures)) {
      test(`matches the picture ${name} of the guide to the current screen`, async ({
        page,
        landlord,
        tenant,
      }) => {
        onlyInDollars('The pictures show dollars.')
        const shown = await prepare({ page, landlord, tenant, words: typed[language] })
        const path = `docs/guide/pictures/${language}/${name}`
        const take = () => shown.screenshot({ type: 'jpeg', quality: 60, style: contentOnly })
        await expectPictured(path, () => partsOf(shown), take)
      })
    }
  })
}
