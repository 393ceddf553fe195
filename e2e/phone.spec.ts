import type { Locator, Page } from '@playwright/test'
import { expect } from './person.ts'
import { everyScreen, openRow, otherLocales, show, test } from './screens.ts'

// Animations would be measured before they end.
test.use({
  viewport: { width: 390, height: 800 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
})

const fingerPixels = 44

/** Names of targets too small for a finger. Links within a text do not count. */
function smallTargets(page: Page) {
  return page.evaluate((least) => {
    const tappable =
      'button, [role=tab], [role=menuitem], [role=menuitemradio], nav a, a.mantine-Button-root, ' +
      'a.mantine-ActionIcon-root, input:not([type=hidden]), select, [role=switch], [role=option], ' +
      'td[data-brief=title] a'
    const grown = 'label, .mantine-Switch-root, .mantine-PasswordInput-input, .mantine-Pill-root'
    return [...document.querySelectorAll<HTMLElement>(tappable)]
      .map((element) => element.closest<HTMLElement>(grown) ?? element)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 0 && (width < least || height < least)
      })
      .map((element) => `${element.className}: ${element.ariaLabel ?? element.textContent}`)
  }, fingerPixels)
}

/** Fields on which Safari on a phone zooms in when the user types. */
function smallFields(page: Page) {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'input:not([type=checkbox]), textarea, select, [contenteditable=true]',
      ),
    ]
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
      .map((element) => `${element.className}: ${element.ariaLabel ?? element.id}`),
  )
}

/** How far the page scrolls sideways with text twice as large. */
function excessOfLargeText(page: Page) {
  return page.evaluate(() => {
    const { style, scrollWidth } = document.documentElement
    style.fontSize = '200%'
    const { scrollWidth: large } = document.documentElement
    style.fontSize = ''
    return large - scrollWidth
  })
}

/** Texts cut off without a mark on the smallest phone, by a card or another container. */
async function cutByCards(page: Page) {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  const cut = await page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') as Element, 4)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      // SVG titles are not drawn. e2e/stickers.spec.ts measures fitted texts, which have their own width.
      let around =
        width > 0 && !text.parentElement?.closest('title, [textLength]') ? text.parentElement : null
      if (!around?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
        continue
      for (; around; around = around.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(around)
        const isMarked = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        if (isMarked || /auto|scroll/.test(overflowX) || around.clientWidth === 1) break
        const frame = around.getBoundingClientRect()
        const isOutside = right > frame.right + 1 || left < frame.left - 1
        if (overflowX !== 'visible' && isOutside) {
          found.push(text.textContent ?? '')
          break
        }
      }
    }
    return found
  })
  if (usual) await page.setViewportSize(usual)
  return cut
}

test('fits any text without sideways scrolling, with 44 pixel targets and 16 pixel fields', async ({
  page,
  landlord,
  admin,
}) => {
  test.setTimeout(600_000)
  const screens = await everyScreen(landlord, admin)
  const device = await landlord.addDevice({ label: 'W'.repeat(120), location: 'L'.repeat(200) })
  const code = await landlord.issueCode({ code: `${'C'.repeat(55)}${Date.now()}`.slice(0, 64) })
  const { id } = await landlord.pay(device, code)
  const dear = { duration_minutes: 10_080, price: 10_000 }
  const programmes = ['Cotton and linen, 60 °C, with a prewash', 'The same without'].map(
    (name) => ({
      name,
      ...dear,
    }),
  )
  const priced = await landlord.addDevice()
  await landlord.savePrices(priced, { programmes })
  const resource = await landlord.addResource({ ['k'.repeat(300)]: 'v'.repeat(300) })
  await admin.assignRole(landlord, 'r'.repeat(64))
  await landlord.call('PUT', '/users-me', { full_name: 'N'.repeat(120) })
  await show(page, '/auth')
  await expect.poll(() => smallTargets(page), 'sign in').toEqual([])
  await page.getByRole('tab', { name: 'Register' }).tap()
  await expect.poll(() => smallTargets(page), 'register').toEqual([])
  await show(page, '/auth/password')
  await expect.poll(() => smallTargets(page), 'forgotten password').toEqual([])
  await landlord.signInAt(page)
  const long = [`/devices/${device.id}`, `/payments?device=${device.id}`, `/transactions/${id}`]
  const large = ['/dashboard', '/transactions', ...long]
  const more = [
    ...[`/devices/${priced.id}`, `/payments?device=${priced.id}`, `/devices/${priced.id}/prices`],
    ...[`/prepaid-codes/${code.id}`, `/resources/${resource.id}`],
  ]
  for (const address of [...screens, ...long, ...more, `/admin/users?search=${landlord.email}`]) {
    await show(page, address)
    await openRow(page)
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(excess, address).toBeLessThanOrEqual(0)
    await expect.poll(() => cutByCards(page), address).toEqual([])
    if (large.includes(address)) await expect.poll(() => excessOfLargeText(page), address).toBe(0)
    await expect.poll(() => smallTargets(page), address).toEqual([])
    await expect.poll(() => smallFields(page), address).toEqual([])
  }
  await page.getByRole('button', { name: /^Assign Role/ }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => smallTargets(page), 'the role dialog').toEqual([])
  await show(page, '/payments')
  await page.getByRole('combobox', { name: 'Device' }).tap()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect.poll(() => smallTargets(page), 'the devices to choose from').toEqual([])
  await show(page, '/devices')
  await page.getByRole('button', { name: /^Account of/ }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect.poll(() => smallTargets(page), 'the user menu').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect.poll(() => smallTargets(page), 'the sidebar').toEqual([])
})

/** Texts too long for their button, tab or field name. */
function cutLabels(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.mantine-Button-label, [role=tab], label, th')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map((element) => element.textContent),
  )
}

/** Values that overflow the two lines of a row. Roles may: admins choose their number and length. */
function cutLines(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('tr:not([data-open]) td[data-brief]')]
      .filter((cell) => !cell.querySelector('.mantine-Group-root'))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 10)
      .map((cell) => cell.textContent),
  )
}

/** Values of open rows that are narrower than their card, and badges with cut-off text. */
function cutValues(page: Page) {
  return page.evaluate(() => {
    const narrow = [...document.querySelectorAll('[data-open] td:not([data-brief=title])')].filter(
      (cell) => {
        const row = cell.closest('tr') as HTMLElement
        const end =
          row.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(row).paddingRight)
        return end - cell.getBoundingClientRect().right > 1
      },
    )
    const badges = [...document.querySelectorAll('.mantine-Badge-label')]
    const cut = badges.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    return [...narrow, ...cut].map((element) => element.textContent)
  })
}

/** Messages cut off on the smallest phone with text twice as large. */
async function cutLargeText(page: Page) {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  const cut = await page.evaluate(() => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    const said =
      '.mantine-Button-label, [role=tab], label, legend, h1, h2, main p, dt, dd, .mantine-Alert-message, .mantine-Alert-label'
    const texts = [...document.querySelectorAll<HTMLElement>(said)]
      .filter((element) =>
        element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      )
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map((element) => element.textContent)
    style.fontSize = ''
    return texts
  })
  if (usual) await page.setViewportSize(usual)
  return cut
}

for (const locale of otherLocales) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    test('cuts no button label or list value, and no sentence with text twice as large', async ({
      page,
      screens,
      owner,
    }) => {
      test.setTimeout(600_000)
      await show(page, '/auth')
      await expect.poll(() => cutLabels(page), 'sign in').toEqual([])
      await expect.poll(() => cutLargeText(page), 'sign in').toEqual([])
      await owner.signInAt(page)
      for (const address of screens) {
        await show(page, address)
        await expect.poll(() => cutLines(page), address).toEqual([])
        await expect.poll(() => cutLargeText(page), address).toEqual([])
        await openRow(page)
        await expect.poll(() => cutLabels(page), address).toEqual([])
        await expect.poll(() => cutValues(page), address).toEqual([])
      }
    })
  })
}

test('fits ten devices in 800 pixels, and opens a row to all values and actions', async ({
  page,
  landlord,
}) => {
  const place = `Yard ${landlord.email}`
  const { device_number: number } = await landlord.addDevice({ location: place })
  await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      landlord.addDevice({ location: place, label: `${n} ${'L'.repeat(100)}` }),
    ),
  )
  await landlord.signInAt(page)
  await show(page, `/devices?search=${encodeURIComponent(place)}`)
  const table = page.getByRole('table')
  await expect(table.getByRole('link')).toHaveCount(10)
  expect((await table.boundingBox())?.height).toBeLessThanOrEqual(800)
  const row = page.getByRole('row').filter({ hasText: number })
  const details = row.getByRole('button', { name: `Details ${number}` })
  await expect(row.getByRole('cell', { name: place })).toBeHidden()
  await details.focus()
  await page.keyboard.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  const cell = row.getByRole('cell', { name: place })
  const name = await cell.evaluate((element) => getComputedStyle(element, '::before').content)
  expect(name).toBe('"Location"')
  await details.tap({ position: { x: 200, y: 20 } })
  await expect(cell).toBeHidden()
  await details.tap({ position: { x: 200, y: 50 } })
  await expect(row.getByRole('link', { name: `View device ${number}` })).toBeVisible()
  await row.getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: `Edit device ${number}` }).tap()
  await expect(page).toHaveURL(/\/edit$/)
})

test('fits menus and titles of dialogs on a small phone with text twice as large', async ({
  page,
  tenant,
  admin,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const open = async (address: string, name: string) => {
    await show(page, address)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await page.getByRole('button', { name }).tap()
  }
  const isOnScreen = async (part: Locator) => {
    const right = () => part.evaluate((each) => each.getBoundingClientRect().right)
    await expect.poll(right).toBeLessThanOrEqual(320)
  }
  await tenant.signInAt(page)
  await open('/prepaid-codes', 'More actions')
  await isOnScreen(page.getByRole('menu'))
  await admin.signInAt(page)
  const user = `/admin/users/${tenant.signedIn.user.id}`
  await open(user, 'More actions')
  await isOnScreen(page.getByRole('menu'))
  await open(user, 'Assign Role')
  await isOnScreen(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
})
