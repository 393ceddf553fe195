import type { Locator, Page } from '@playwright/test'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

/** Styles that tell elements apart when the browser replaces all colors. */
const look = (thing: Locator) =>
  thing.evaluate((element) => {
    const { backgroundColor, borderColor, borderWidth, textDecorationLine } =
      getComputedStyle(element)
    return { backgroundColor, borderColor, borderWidth, textDecorationLine }
  })

async function expectToDiffer(one: Locator, other: Locator) {
  const isAlike = async () =>
    (await look(one)).backgroundColor === (await look(other)).backgroundColor
  // Colors change gradually.
  await expect.poll(isAlike).toBe(false)
}

/** A chosen text stands out by more than colors, which a contrast theme can make alike. */
async function expectToStandOut(chosen: Locator, other: Locator) {
  await expectToDiffer(chosen, other)
  expect((await look(chosen)).textDecorationLine).toBe('underline')
  expect((await look(other)).textDecorationLine).toBe('none')
}

/** Focusable elements that show no focus ring. */
const withoutRing = (page: Page) =>
  page.evaluate(() => {
    const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]'
    return [...document.querySelectorAll<HTMLElement>(focusable)]
      .filter((element) => {
        element.focus()
        if (document.activeElement !== element) return false
        // A switch shows the ring on its track.
        const track = element.matches('.mantine-Switch-input') ? element.nextElementSibling : null
        const { outlineStyle, outlineWidth } = getComputedStyle(track ?? element)
        return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

test('distinguishes chosen tabs, menu entries, languages, pages and switches in forced colors', async ({
  page,
  landlord,
}) => {
  await page.goto('/auth')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expectToStandOut(tab('Login'), tab('Register'))
  const language = (name: string) => page.getByRole('button', { name })
  await expectToStandOut(language('English'), language('Español'))
  await Promise.all(Array.from({ length: 11 }, () => landlord.issueCode()))
  await landlord.issueCode({ disabled: true })
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const entry = (name: string) => menu.getByRole('link', { name })
  await expectToStandOut(entry('Prepaid Codes'), entry('Transactions'))
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expectToStandOut(
    pages.getByText('1', { exact: true }),
    pages.getByText('2', { exact: true }),
  )
  const track = (isOn: boolean) =>
    page.locator(`.mantine-Switch-input${isOn ? ':checked' : ':not(:checked)'} + span`).first()
  await expectToDiffer(track(true), track(false))
  for (const isOn of [true, false]) {
    const { borderColor, borderWidth } = await look(track(isOn))
    const card = await look(page.locator('.mantine-Card-root').first())
    expect(Number.parseFloat(borderWidth)).toBeGreaterThan(0)
    expect(borderColor).not.toBe(card.backgroundColor)
    await expectToDiffer(track(isOn).locator('.mantine-Switch-thumb'), track(isOn))
  }
})

test('shows the keyboard focus in forced colors', async ({ page, landlord }) => {
  await landlord.addDevice()
  await landlord.issueCode()
  await landlord.signInAt(page)
  for (const address of ['/dashboard', '/prepaid-codes', '/profile']) {
    await show(page, address)
    await page.keyboard.press('Tab')
    await expect.poll(() => withoutRing(page), address).toEqual([])
  }
})

test('draws an edge around dialogs, menus and toasts in forced colors', async ({
  page,
  landlord,
}) => {
  const { code } = await landlord.issueCode()
  await landlord.signInAt(page)
  await show(page, '/prepaid-codes')
  const expectEdge = async (thing: Locator) => {
    await expect(thing).toBeVisible()
    await expect(thing).toHaveCSS('border-width', '1px')
  }
  await page.getByRole('button', { name: `Delete code ${code}` }).click()
  await expectEdge(page.locator('.mantine-Modal-content'))
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectEdge(page.locator('.mantine-Notification-root').first())
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectEdge(page.getByRole('menu'))
})

test('draws no edge across the title or a password in forced colors', async ({
  page,
  landlord,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Show or hide the password' })).toHaveCSS(
    'border-width',
    '0px',
  )
  await landlord.signInAt(page)
  await show(page, '/devices/new')
  await expect(page.getByRole('link', { name: 'Back to Devices' })).toHaveCSS('border-width', '0px')
})
