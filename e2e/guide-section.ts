import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test as base, expect } from './person.ts'
import { show } from './screens.ts'

/** A section of the guide. Tests take its labels one by one, until none is left. */
function sectionOf(name: string, heading: string) {
  const markdown = readFileSync(`docs/guide/en/${name}.md`, 'utf8')
  const section = markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const labels = [...section.matchAll(/[*]{2}(.+?)[*]{2}/g)].map(([, label = '']) => label)
  const left = new Set(labels)
  return {
    left,
    /** The label, which must be in the section and on the screen. */
    the(label: string): string {
      expect(labels, 'a label of the guide').toContain(label)
      left.delete(label)
      return label
    },
  }
}

export const test = base.extend<{
  section: ReturnType<typeof sectionOf>
  name: string
  heading: string
}>({
  name: ['landlords', { option: true }],
  heading: ['', { option: true }],
  async section({ name, heading }, use) {
    const section = sectionOf(name, heading)
    await use(section)
    expect([...section.left]).toEqual([])
  },
})

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

export async function choose(page: Page, place: string) {
  await show(page, '/dashboard')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: place })
    .click()
}
