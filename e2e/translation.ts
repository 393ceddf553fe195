import { expect, type Page } from '@playwright/test'

/**
 * Works like Chrome's translation in an isolated world: wraps every text, now and on changes, in two
 * <font> elements. The text becomes ‹text›.
 */
function translateAll(keepsNode: boolean) {
  const isLeftOut = (text: Text) =>
    text.data.trim() === '' ||
    text.data.startsWith('‹') ||
    !text.parentElement ||
    text.parentElement.closest('script, style, title, textarea, [translate=no]') !== null
  const font = () => {
    const element = document.createElement('font')
    element.style.verticalAlign = 'inherit'
    return element
  }
  const translate = (text: Text) => {
    if (isLeftOut(text)) return
    const translated = `‹${text.data}›`
    if (keepsNode && text.parentElement?.nodeName === 'FONT') {
      text.data = translated
      return
    }
    const [outer, inner] = [font(), font()]
    outer.append(inner)
    if (keepsNode) {
      text.parentNode?.insertBefore(outer, text)
      inner.append(text)
      text.data = translated
    } else {
      inner.textContent = translated
      text.parentNode?.replaceChild(outer, text)
    }
  }
  const translateIn = (node: Node) => {
    if (node instanceof Text) return translate(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) translate(text)
  }
  document.addEventListener('DOMContentLoaded', () => {
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of target instanceof Text ? [target] : addedNodes) translateIn(node)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** @returns errors of the page from now on */
export async function translated(page: Page, keepsNode = false): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.enable')
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: 'translation',
    source: `(${translateAll})(${keepsNode})`,
  })
  return errors
}

/** Changes the address within the page, so that React removes the translated screen. */
export async function navigateWithin(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('‹')
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
  expect(await page.getByText('Something went wrong').count(), address).toBe(0)
}
