let mayLackStyles = false

/** Loads missing stylesheets again, because Vite requests each one only once and treats a failed one as loaded. */
export async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  try {
    if (mayLackStyles) await loadMissingStyles()
    return await load()
  } catch (error) {
    mayLackStyles = true
    throw error
  }
}

async function loadMissingStyles(): Promise<void> {
  mayLackStyles = false
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const missing = new Set(styles.map(({ href }) => href))
  for (const style of styles) if (hasCome(style)) missing.delete(style.href)
  await Promise.all(
    [...missing].map(
      (href) =>
        new Promise((resolve, reject) => {
          const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
          style.addEventListener('load', resolve)
          style.addEventListener('error', reject)
          document.head.append(style)
        }),
    ),
  )
}

/** Reading a stylesheet that failed to load throws in Chromium; other browsers have none. */
function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules)
  } catch {
    return false
  }
}
