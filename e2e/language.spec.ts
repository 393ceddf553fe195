import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { local } from './local.ts'
import { breakCalls, expect, password, toast } from './person.ts'
import { show, test } from './screens.ts'

test.describe('a browser that prefers Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('shows every screen in Spanish, without a word of English', async ({
    page,
    screens,
    owner,
    admin,
  }) => {
    test.setTimeout(600_000)
    await show(page, '/auth')
    await expect.poll(() => englishOn(page), 'sign in').toEqual([])
    await page.getByRole('tab', { name: 'Registrarse' }).click()
    await expect.poll(() => englishOn(page), 'register').toEqual([])
    await show(page, '/auth/password')
    await expect.poll(() => englishOn(page), 'forgotten password').toEqual([])
    await owner.signInAt(page)
    for (const address of screens) {
      await show(page, address)
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      // The name of the first admin, the same in any language.
      const namesAdmin = address === '/admin/users' || address.startsWith('/for/')
      const words = async () => {
        const english = await englishOn(page)
        return namesAdmin ? english.filter((word) => word !== admin.fullName) : english
      }
      await expect.poll(words, address).toEqual([])
    }
  })

  test('formats money, numbers, minutes and dates in Spanish', async ({ page, landlord }) => {
    const device = await landlord.addDevice({ price: 1250.5, duration_minutes: 1 })
    await landlord.signInAt(page)
    await show(page, `/devices/${device.id}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(local('Precio$1,250.50', 'es-MX'))
    await expect(main).toContainText('Duración1 minuto')
    await expect(main).toContainText(/Fecha de creación\d{1,2} de \p{Ll}+ de \d{4}/u)
  })

  test('shows the server’s error messages in Spanish', async ({ page, landlord }) => {
    await page.goto('/auth')
    await page.getByLabel('Correo').fill(landlord.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(toast(page, 'El correo o la contraseña no son correctos.')).toBeVisible()
    await landlord.signInAt(page)
    await show(page, '/devices/new')
    await page.getByRole('button', { name: 'Crear dispositivo' }).click()
    await expect(page.getByText('Etiqueta: no puede quedar en blanco.')).toBeVisible()
    await breakCalls(page, /\/api\/devices/)
    await page.goto('/devices')
    await expect(toast(page, 'No se han podido cargar los dispositivos').first()).toBeVisible()
  })
})

test('switches the language in the user menu and keeps it after signing out', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/transactions?method=prepaid_code')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Transacciones' })).toBeVisible()
  await expect(page).toHaveURL('/transactions?method=prepaid_code')
  await expect(page).toHaveTitle('Transacciones · Coinless')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Transacciones' })).toBeVisible()
  await page.getByRole('button', { name: /^Cuenta de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await expect(toast(page, 'Has cerrado la sesión')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Entrar' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('keeps the language chosen on the sign-in screen after signing in', async ({
  page,
  tenant,
}) => {
  await tenant.signInAt(page)
  await show(page, '/dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByLabel('Correo').fill(tenant.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('link', { name: 'Transacciones' }).click()
  await expect(page.getByRole('heading', { name: 'Transacciones' })).toBeVisible()
  await expect.poll(() => englishOn(page)).toEqual([])
})

test.describe('a browser with unsupported languages', () => {
  test.use({ locale: 'nl-NL' })

  test('shows English', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

type Texts = { [name: string]: string | Texts }

function flat(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : flat(text)))
}

function textsOf(language: string): Set<string> {
  const files = ['first', 'screens'].map(
    (name) => new URL(`../contract/texts/${language}/${name}.json`, import.meta.url),
  )
  return new Set(files.flatMap((file) => flat(JSON.parse(readFileSync(file, 'utf8')))))
}

const spanish = textsOf('es')
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/{{\w+}}/g, ''))
const english = [...textsOf('en')].filter((text) => !spanish.has(text) && hasWords(text))

/** Texts of the English catalog that the page shows or uses as accessible names. */
async function englishOn(page: Page): Promise<string[]> {
  const spoken = await page.evaluate(() => [
    document.title.replace(' · Coinless', ''),
    ...[...document.body.querySelectorAll('*')].flatMap((element) =>
      [...element.childNodes].flatMap((node) =>
        node.nodeType === Node.TEXT_NODE ? [node.textContent?.trim() ?? ''] : [],
      ),
    ),
    ...[...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('placeholder') ?? '',
      element.getAttribute('title') ?? '',
    ]),
  ])
  const patterns = english.map(
    (text) =>
      new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/{{\w+}}/g, '.*')}$`),
  )
  return spoken.filter((text) => patterns.some((pattern) => pattern.test(text)))
}
