import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { hasCents, onlyWithCents, typed } from './local.ts'
import { expect, type Person, password, test } from './person.ts'
import { show } from './screens.ts'

const header = 'device_number;label;Tipo;location;price;minutes'
const row = (n: number, facts = hasCents ? '2,50' : '250') =>
  `N-${n};Washer ${n};lavadora;"Elm ""4""; patio";${facts};30`
const csv = (...lines: string[]) => [header, ...lines].join('\r\n')

async function choose(page: Page, text: string | Buffer, name = 'machines.csv') {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

const send = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const alert = (page: Page) => page.getByRole('alert')

async function devicesOf(person: Person): Promise<{ device_number: string; price: number }[]> {
  const { data } = await person.call<{ data: never[] }>('GET', '/devices?own=only&limit=100')
  return data
}

test('matches a chosen file by name, previews it, and creates devices after confirmation', async ({
  page,
  landlord,
}) => {
  onlyWithCents('Without decimals, 1.000 is a thousand.')
  await landlord.signInAt(page)
  await show(page, '/devices')
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
  await expect(page).toHaveURL(/devices\/import$/)
  await choose(page, csv(row(1), row(2), row(3, 'much'), row(4, '1.000')))
  await expect(page.getByLabel('Device Type')).toHaveValue('Tipo')
  await expect(page.getByLabel('Landlord Email')).toHaveValue('')
  await expect(page.getByLabel('Landlord Email')).toContainText(`In all rows: ${landlord.email}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Elm "4"; patio')
  const faults = page.getByRole('region', { name: 'Problems' })
  await expect(
    faults.getByRole('row', { name: /^4 price much Price must be a number/ }),
  ).toBeVisible()
  await expect(faults.getByRole('row', { name: /^5 price 1.000 .*Thousands/ })).toBeVisible()
  expect(await devicesOf(landlord)).toEqual([])
  await send(page, 'Import 2 Devices').click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  await expect(page.getByText('2 created')).toBeVisible()
  await expect(page.getByText('2 rows had problems and were skipped')).toBeVisible()
  await page.getByRole('link', { name: 'View devices' }).click()
  await expect(page.getByText('N-1').first()).toBeVisible()
  const made = await devicesOf(landlord)
  expect(made.map(({ device_number, price }) => [device_number, price]).sort()).toEqual([
    ['N-1', 2.5],
    ['N-2', 2.5],
  ])
})

test('matches a column by hand, and sends nothing while a required one is missing', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices/import')
  await choose(page, csv(row(1)).replace('price', 'cuesta'))
  await expect(page.getByText('Price is required.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.getByLabel(/^Price( \*)?$/).selectOption('cuesta')
  await send(page, 'Import 1 Device').click()
  await expect(page.getByText('1 created')).toBeVisible()
})

test('creates nothing from the same file again, and reports existing and differing rows', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  for (const [text, told] of [
    [csv(row(1), row(2)), '2 created'],
    [csv(row(1), row(2)), 'Already exists, unchanged 2 2, 3'],
    [csv(row(1, '9'), row(2)), 'Already exists, differs in: Price 1 2'],
  ] as const) {
    await show(page, '/devices/import')
    await choose(page, text)
    await send(page, 'Import 2 Devices').click()
    const said = page.getByText(told).or(page.getByRole('row', { name: told }))
    await expect(said.first()).toBeVisible()
  }
  expect(await devicesOf(landlord)).toHaveLength(2)
})

test('imports an exported list unchanged', async ({ page, landlord }) => {
  const odd = { label: '=cmd|"x";-1', device_number: '007', location: `\u{1F9FA} 'tis, "4"` }
  const { id } = await landlord.addDevice({ ...odd, device_name: "'=known" })
  await landlord.call('PUT', `/devices/${id}/prices`, {
    time_zone: 'Europe/Madrid',
    programmes: [
      { name: '"Normal", ;=1+1', duration_minutes: 30, price: 2.5 },
      { name: 'Long', duration_minutes: 60, price: 4 },
    ],
    times: [{ days: [6, 7], from: '22:00', until: '06:00', prices: [1.5, null] }],
    planned: [],
  })
  await landlord.signInAt(page)
  await show(page, '/devices')
  await page.getByRole('button', { name: 'CSV' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const path = await (await downloading).path()
  await show(page, '/devices/import')
  await page.locator('input[type=file]').setInputFiles(path)
  await send(page, 'Import 1 Device').click()
  await expect(page.getByRole('row', { name: /Already exists, unchanged 1 2/ })).toBeVisible()
})

test('imports prices, and names the rows whose prices are unreadable or invalid', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices/import')
  const [price, cheap] = [typed('2.50'), typed('1.50')]
  const prices = ['zone Europe/Madrid', `30 min ${price} Normal`, `sat,sun 22:00-06:00 ${cheap}`]
  const priced = (n: number, ...lines: string[]) => `${row(n)};"${lines.join('\n')}"`
  await choose(
    page,
    [
      `${header};Precios`,
      priced(1, ...prices),
      priced(2, 'cheap'),
      priced(3, ...prices.with(2, `sat 22:10-06:00 ${cheap}`)),
      priced(4, ...prices.with(1, `30 min ${typed('9.00')} Normal`)),
    ].join('\n'),
  )
  await expect(page.getByLabel('Prices')).toHaveValue('Precios')
  const faults = page.getByRole('region', { name: 'Problems' })
  for (const told of [
    new RegExp(`^3 Precios cheap Write lines .* “30 min ${hasCents ? '2.50' : '300'} Normal”`),
    /^4 Precios .*From must be on a quarter of an hour/,
    /^5 Precios .*Prices must begin with the device’s price and duration/,
  ]) {
    await expect(faults.getByRole('row', { name: told })).toBeVisible()
  }
  await send(page, 'Import 1 Device').click()
  await expect(page.getByText('1 created')).toBeVisible()
  const [{ id } = { id: '' }] = (await devicesOf(landlord)) as unknown as { id: string }[]
  expect(await landlord.call('GET', `/devices/${id}/prices`)).toMatchObject({
    time_zone: 'Europe/Madrid',
    times: [{ days: [6, 7], from: '22:00', until: '06:00', prices: [1.5] }],
  })
})

test('refuses a file of another kind, size or row count, and names the limit', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices/import')
  for (const [file, told] of [
    [Buffer.from('PK\x03\x04xlsx'), 'That isn’t a CSV file'],
    [Buffer.from('a\0\x01\x02b'), 'That isn’t a CSV file'],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'larger than 5 MB'],
    [csv(...Array.from({ length: 10_001 }, (_, n) => row(n))), 'more than 10,000 rows'],
    [header, 'no rows below'],
    [Buffer.alloc(0), 'no rows below'],
  ] as const) {
    await choose(page, file)
    await expect(alert(page)).toContainText(told)
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  }
  await choose(page, csv(row(1)))
  await expect(alert(page)).toHaveCount(0)
})

test('keeps pasted rows when the user leaves by mistake, and sends nothing on leaving', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices')
  await show(page, '/devices/import')
  await page
    .getByLabel('Or drop a file here, or paste rows')
    .fill(csv(row(1)).replace('price', 'x'))
  await page.getByLabel(/^Price( \*)?$/).selectOption('x')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await show(page, '/devices/import')
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible()
  await expect(page.getByLabel(/^Price( \*)?$/)).toHaveValue('x')
  expect(await devicesOf(landlord)).toEqual([])
  await send(page, 'Import 1 Device').click()
  await expect(page.getByText('1 created')).toBeVisible()
  await show(page, '/devices/import')
  await expect(page.getByLabel('Or drop a file here, or paste rows')).toHaveValue('')
})

test('stops when answers are lost, resumes, and creates each row once', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices/import')
  await choose(page, csv(...Array.from({ length: 450 }, (_, n) => row(n))))
  let lost = 0
  await page.route('**/api/devices/import', async (route) => {
    lost++
    if (lost === 1 || lost > 4) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await send(page, 'Import 450 Devices').click()
  await expect(alert(page)).toContainText('The import has stopped')
  await expect(page.getByText('200 of 450 rows')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  const total = await landlord.call<{ pagination: { total: number } }>('GET', '/devices?own=only')
  expect(total.pagination.total).toBe(450)
})

test('resumes an import after the session ends, and first reports what was created', async ({
  page,
  landlord,
}) => {
  await landlord.signInAt(page)
  await show(page, '/devices/import')
  await choose(page, csv(...Array.from({ length: 450 }, (_, n) => row(n))))
  await expect(page.getByText('None of the rows is in your account yet.')).toBeVisible()
  let parts = 0
  await page.route('**/api/devices/import', async (route) => {
    const headers = route.request().headers()
    if (++parts === 2) {
      await page.evaluate(() => {
        localStorage.setItem('access_token', 'ran.out.long-ago')
        localStorage.setItem('refresh_token', 'ran out, too')
      })
      headers.authorization = 'Bearer ran.out.long-ago'
    }
    return route.continue({ headers })
  })
  await send(page, 'Import 450 Devices').click()
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
  await page.getByLabel('Email').fill(landlord.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('200 rows are already in your account')).toBeVisible()
  await expect(page.getByRole('row', { name: /Already exists, unchanged 200 2, 3/ })).toBeVisible()
  await send(page, 'Import 450 Devices').click()
  await expect(page.getByText('250 created')).toBeVisible()
})

test('creates devices once when two tabs import the same file', async ({ page, landlord }) => {
  await landlord.signInAt(page)
  const other = await page.context().newPage()
  const text = csv(...Array.from({ length: 100 }, (_, n) => row(n)))
  for (const tab of [page, other]) {
    await show(tab, '/devices/import')
    await choose(tab, text)
    await expect(send(tab, 'Import 100 Devices')).toBeEnabled()
  }
  await Promise.all([page, other].map((tab) => send(tab, 'Import 100 Devices').click()))
  const imported = (tab: Page) => tab.getByRole('heading', { name: 'Imported' })
  for (const tab of [page, other]) await expect(imported(tab)).toBeVisible()
  const total = await landlord.call<{ pagination: { total: number } }>('GET', '/devices?own=only')
  expect(total.pagination.total).toBe(100)
})

test('hides the import and export of devices from a tenant', async ({ page, tenant }) => {
  await tenant.signInAt(page)
  await show(page, '/devices')
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: { width: 390, height: 800 }, colorScheme, locale: 'es' })
    test('keeps preview, faults and report accessible, fitting and usable by keyboard', async ({
      page,
      landlord,
    }) => {
      await landlord.signInAt(page)
      await show(page, '/devices/import')
      await choose(page, csv(row(1), row(2, 'mucho')))
      await expect(page.getByRole('region', { name: 'Problemas' })).toContainText('mucho')
      const check = async () => {
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      }
      await check()
      await page.getByRole('region', { name: 'Problemas' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Importar 1 dispositivo' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Importado' })).toBeFocused()
      await check()
    })
  })
}
