import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumFlags, findHeadless } from '../e2e/chromium.ts'

/** Draws the icons of the installed app from web/shared/ui/icon.svg: run it when that has changed. */
const web = fileURLToPath(new URL('../web/', import.meta.url))
const svg = readFileSync(`${web}shared/ui/icon.svg`, 'utf8')
// Systems cut their own shape out of these: the colour reaches the edges.
const filled = svg.replace(/ rx="\d+"/, '')

const browser = await chromium.launch({ executablePath: findHeadless(), args: chromiumFlags })
for (const [name, size, image] of [
  ['icon-192', 192, svg],
  ['icon-512', 512, svg],
  ['maskable', 512, filled],
  ['apple-touch', 180, filled],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const source = `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`
  await page.setContent(`<style>body { margin: 0 } img { display: block; width: 100vw }</style>
    <img src="${source}">`)
  const png = await page.screenshot({ omitBackground: true })
  writeFileSync(`${web}public/icons/${name}.png`, png)
}
await browser.close()
