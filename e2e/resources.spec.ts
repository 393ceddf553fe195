import { limits } from '@coinless/contract/limits.ts'
import type { Page } from '@playwright/test'
import { breakCalls, expect, test, toast } from './person.ts'

function editor(page: Page) {
  return page.getByRole('textbox', { name: 'JSON document' })
}

test.beforeEach(async ({ page, tenant }) => {
  await tenant.signInAt(page)
})

test('hints at the first resource in an empty list and at the search in a searched one', async ({
  page,
}) => {
  await page.goto('/resources')
  await expect(page.getByText('No resources found')).toBeVisible()
  await expect(page.getByText('Get started by creating your first resource')).toBeVisible()
  await page.getByLabel('Search the whole record').fill('empty')
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
})

// id: e2e-resources-1
test('creates a resource from JSON, and names the position of invalid JSON', async ({ page }) => {
  await page.goto('/resources')
  await page.getByRole('link', { name: 'New Resource' }).click()
  await editor(page).click()
  await expect(page.locator('.cm-lineNumbers')).toContainText('3')
  const create = page.getByRole('button', { name: 'Create Resource' })
  await editor(page).fill('{"name": "Ana",}')
  await create.click()
  await expect(toast(page, 'Invalid JSON format')).toBeVisible()
  await expect(page.getByText('Invalid JSON format (line 1, column 16)')).toBeVisible()
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
  await editor(page).fill('{"name": "Ana", "name": "Bea"}')
  await expect(page.getByText('Invalid JSON format (line 1, column 16)')).toBeHidden()
  await create.click()
  await expect(
    page.getByText('The key "name" appears twice in the same object (line 1, column 17)'),
  ).toBeVisible()
  await editor(page).fill('{"name": "Ana", "age": 7}')
  await create.click()
  await expect(toast(page, 'Resource created successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('"age": 7')
})

test('leaves the editor on Tab instead of typing into it', async ({ page }) => {
  await page.goto('/resources/new')
  await editor(page).focus()
  await expect(page.locator('.cm-editor')).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
})

test('keeps text typed before the editor has loaded', async ({ page }) => {
  const written = Promise.withResolvers<void>()
  await page.route('**/assets/code-editor-*.js', async (route) => {
    await written.promise
    await route.continue()
  })
  await page.goto('/resources/new')
  await editor(page).press('ControlOrMeta+a')
  await page.keyboard.type('{"name": "Ana"')
  written.resolve()
  await expect(page.locator('.cm-editor')).toBeVisible()
  await page.keyboard.type(', "age": 7}')
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await expect(toast(page, 'Resource created successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('"name": "Ana"')
  await expect(page.getByRole('main')).toContainText('"age": 7')
})

// id: e2e-resources-3
test('searches the whole record, ten resources a page', async ({ page, tenant }) => {
  for (let number = 1; number <= 11; number++) {
    await tenant.addResource({ number, place: { city: number === 3 ? 'Zürich' : 'Bern' } })
  }
  await page.goto('/resources')
  await expect(page.getByText('Showing 1 to 10 of 11 resources')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['ID', 'Record', 'Actions'])
  await page.getByLabel('Search the whole record').fill('"CITY":"zürich"')
  await expect(page.getByText('Showing 1 to 1 of 1 resource')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('"number":3')
  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 resource')).toBeVisible()
})

// id: e2e-resources-4
test('edits in place: Cancel restores the old value, Save keeps the new one', async ({
  page,
  tenant,
}) => {
  const { id } = await tenant.addResource({ name: 'Ana' })
  await page.goto(`/resources/${id}`)
  await expect(page.getByRole('main')).toContainText(id)
  await page.getByRole('button', { name: 'Edit' }).click()
  await editor(page).fill('{"name": "Another name"}')
  await page.reload()
  await expect(editor(page)).toContainText('"name": "Another name"')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('main')).toContainText('"name": "Ana"')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(editor(page)).toContainText('"name": "Ana"')
  await editor(page).fill('{"name": "Bea"}')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Resource updated successfully')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('"name": "Bea"')
})

// id: e2e-resources-5
test('has an edit page that leads back to the resource', async ({ page, tenant }) => {
  const { id } = await tenant.addResource({ name: 'Ana' })
  await page.goto('/resources')
  await page.getByRole('link', { name: /^Edit resource/ }).click()
  await expect(page).toHaveURL(`/resources/${id}/edit`)
  await editor(page).fill('not JSON')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Invalid JSON format')).toBeVisible()
  await editor(page).fill('{"name": "Bea"}')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Resource updated successfully')).toBeVisible()
  await expect(page).toHaveURL(`/resources/${id}`)
})

// id: e2e-resources-2
test('deletes a resource after confirmation, from the list and from its own page', async ({
  page,
  tenant,
}) => {
  await tenant.addResource({ name: 'Ana' })
  const { id } = await tenant.addResource({ name: 'Bea' })
  await page.goto(`/resources/${id}`)
  const question = page.getByRole('dialog', { name: 'Delete Resource?' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Resource deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/resources')
  await expect(page.getByText('Showing 1 to 1 of 1 resource')).toBeVisible()
  await page.getByRole('button', { name: /^Delete resource/ }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No resources found')).toBeVisible()
})

// id: e2e-resources-6
test('reports failures to load, create, update and delete', async ({ page, tenant }) => {
  const { id } = await tenant.addResource({ name: 'Ana' })
  await breakCalls(page, /\/api\/api-resources-(create|update|delete)/)
  await page.goto('/resources/new')
  await editor(page).fill('{}')
  await page.getByRole('button', { name: 'Create Resource' }).click()
  await expect(toast(page, 'Failed to create resource')).toBeVisible()
  await page.goto(`/resources/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete resource')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await editor(page).fill('{"name": "Bea"}')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update resource')).toBeVisible()
  await expect(editor(page)).toContainText('Bea')
  await breakCalls(page, /\/api\/api-resources-(list|get)/)
  await page.goto(`/resources/${id}`)
  await expect(toast(page, 'Failed to load resource').first()).toBeVisible()
  await expect(page).toHaveURL('/resources')
  await expect(toast(page, 'Failed to load resources').first()).toBeVisible()
})

test('keeps text typed while the editor replaces the plain field', async ({ page }) => {
  const arriving = Promise.withResolvers<void>()
  await page.route('**/assets/code-editor-*.js', async (route) => {
    await arriving.promise
    await route.continue()
  })
  await page.goto('/resources/new')
  await editor(page).press('ControlOrMeta+a')
  await page.keyboard.type('{"a": "long before it gets short"')
  arriving.resolve()
  // First shorter than the text selected when the editor was requested, then longer.
  for (let count = 0; count < 20; count++) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`{"n": ${count}`)
  }
  await expect(page.locator('.cm-editor')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{"n": "last"')
  await expect(editor(page)).toContainText('{"n": "last"')
})

test('shows how full a list is from 90% of its quota, in the language of the screen', async ({
  page,
  tenant,
}) => {
  const add = () => tenant.addResource({})
  const most = limits.othersMadeUnverified
  const nearly = (most * limits.nearlyFullPercent) / 100
  await Promise.all(Array.from({ length: nearly - 1 }, add))
  await page.goto('/resources')
  await expect(page.getByText(`of ${nearly - 1} resources`)).toBeVisible()
  await expect(page.getByText('of at most')).toBeHidden()
  await add()
  await page.reload()
  await expect(
    page.getByText(`You have ${nearly} of at most ${most}. Verify your email to add more.`),
  ).toBeVisible()
  await tenant.verify()
  await page.route('**/api/users-me/quotas', (route) =>
    route.fulfill({ json: { data: [{ kind: 'resources', kept: 995, most: 1000 }] } }),
  )
  await page.reload()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(
    page.getByText(/^Tienes 995 de un máximo de 1[,.]?000\. Al llegar al límite, elimina algunos/),
  ).toBeVisible()
})

test('updates the quota notice as rows are deleted, and hides it below the threshold', async ({
  page,
  tenant,
}) => {
  const most = limits.othersMadeUnverified
  const nearly = (most * limits.nearlyFullPercent) / 100
  await Promise.all(Array.from({ length: nearly + 1 }, () => tenant.addResource({})))
  await page.goto('/resources')
  const notice = page.getByText('of at most')
  await expect(notice).toContainText(`${nearly + 1} of at most ${most}`)
  const remove = async () => {
    await page.getByRole('row').getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expect(notice).toContainText(`${nearly} of at most ${most}`)
  await remove()
  await expect(notice).toBeHidden()
})

test('shows the list without the quota notice when the notice’s code fails to load', async ({
  page,
  tenant,
}) => {
  await Promise.all(
    Array.from({ length: limits.othersMadeUnverified }, () => tenant.addResource({})),
  )
  const failed = page.waitForEvent('requestfailed', (request) => /NearlyFull/.test(request.url()))
  await page.route('**/assets/NearlyFull-*.js', (route) => route.abort())
  await page.goto('/resources')
  await failed
  await page.getByLabel('Search the whole record').fill('empty')
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
})
