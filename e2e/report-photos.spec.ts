import { phonePhoto, picture } from '../test/support/photos.ts'
import { expect, test } from './person.ts'
import { show } from './screens.ts'

const image = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

test('shrinks and rotates a report’s photo before sending, and opens it large for the operator', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await show(page, `/reports/new?device=${device.id}`)
  await page.getByText('It is damaged').click()
  await page.getByLabel('Description').fill('The door hangs')
  // Playwright must intercept the file chooser before a key opens it.
  const chooser = page.waitForEvent('filechooser')
  const add = page.getByRole('button', { name: 'Add a Photo' })
  const file = page.locator('input[type=file]')
  await expect(file).not.toHaveAttribute('capture')
  await file.setInputFiles(
    image('large.jpg', await picture({ width: 4000, height: 3000 }).jpeg().toBuffer()),
  )
  const preview = page.locator('fieldset img')
  await expect(preview).toHaveJSProperty('naturalWidth', 1600)

  // By keyboard alone: removes it and adds another.
  await page.getByRole('button', { name: 'Replace Photo' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(preview).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(image('turned.jpg', await phonePhoto()))
  await expect(preview).toHaveJSProperty('naturalHeight', 200)
  await expect(page.getByText('Your photo, as it will be sent')).toBeVisible()

  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await sent).postData()).not.toContain('Phone of Ana')
  await page.getByRole('button', { name: 'Open your photo' }).click()
  await expect(page.getByRole('dialog').getByAltText('Your photo')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await landlord.signInAt(page)
  await show(page, '/report-cases')
  await page.getByRole('link', { name: device.device_number }).click()
  const open = page.getByRole('button', { name: `Open the photo from ${tenant.fullName}` })
  await open.focus()
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog').getByAltText(`Photo from ${tenant.fullName}`)
  await expect(large).toHaveJSProperty('naturalHeight', 200)
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('refuses a file that is not a photo at its field, and keeps the text', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await show(page, `/reports/new?device=${device.id}`)
  await page.getByText('It is damaged').click()
  await page.getByLabel('Description').fill('The door hangs')
  const file = page.locator('input[type=file]')
  const section = page.getByRole('group', { name: 'Photo (optional)' })
  await file.setInputFiles(image('photo.jpg', Buffer.from('<!doctype html><script>')))
  await expect(section).toContainText('This browser cannot read this photo.')
  await file.setInputFiles(image('photo.jpg', await picture().jpeg().toBuffer()))
  await expect(section).not.toContainText('This browser')
  await expect(section.locator('img')).toBeVisible()

  // As from a browser that sends other content.
  await page.route(/\/reports$/, (route) => {
    const body = { ...route.request().postDataJSON(), photo: 'AAAA' }
    return route.continue({ postData: body })
  })
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(section).toContainText('This is not a readable JPEG, PNG or WebP photo.')
  await expect(page.getByLabel('Description')).toHaveValue('The door hangs')
  await page.unroute(/\/reports$/)
  await page.reload()
  await expect(page.locator('fieldset img')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Photo' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible()
  await expect(page.getByText('The door hangs')).toBeVisible()
})

test('announces a file that is not a photo, and removes the message once another is chosen', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/reports/new?device=${device.id}`)
  await page.evaluate(() => {
    const decode = createImageBitmap
    const resumed = new Promise((resume) => addEventListener('go-on', resume))
    window.createImageBitmap = (async (file: Blob) => {
      const picture = await decode(file)
      await resumed
      return picture
    }) as never
  })
  const file = page.locator('input[type=file]')
  await file.setInputFiles(image('empty.jpg', Buffer.alloc(0)))
  const said = page.locator('[aria-live]', { hasText: 'This browser cannot read this photo' })
  await expect(said).toBeVisible()
  await file.setInputFiles(image('photo.jpg', await picture().jpeg().toBuffer()))
  await expect(page.getByText('This browser cannot read this photo')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('go-on')))
  await expect(page.locator('fieldset img')).toBeVisible()
})

test('breaks no word of the fault choices on the smallest phone with text twice as large', async ({
  page,
  landlord,
  tenant,
}) => {
  const device = await landlord.addDevice()
  await tenant.signInAt(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await show(page, `/reports/new?device=${device.id}`)
  const broken = await page.getByRole('group', { name: 'Problem' }).evaluate((group) => {
    document.documentElement.style.fontSize = '200%'
    const words = document.createTreeWalker(group, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (range.getClientRects().length > 1) found.push(word)
      }
    }
    return found
  })
  expect(broken).toEqual([])
})

test('styles all questions of a report alike and aligns them with their answers', async ({
  page,
  landlord,
}) => {
  const device = await landlord.addDevice()
  await landlord.signInAt(page)
  await show(page, `/reports/new?device=${device.id}`)
  const looks = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [getComputedStyle(element).fontWeight, range.getBoundingClientRect().x]
  }
  for (const name of ['Problem', 'Photo (optional)']) {
    await expect(async () => {
      const words = await page.getByText('Description').evaluate(looks)
      expect(await page.getByText(name, { exact: true }).evaluate(looks), name).toEqual(words)
    }).toPass()
  }
})
