import type { MantineColorScheme } from '@mantine/core'
import { cookie, setCookie } from '../storage/cookies.ts'

/** `auto` follows the system. */
export const themes = ['auto', 'light', 'dark'] as const

/** web/index.html reads it, too, before the first paint. */
const cookieName = 'theme'
const maxAgeSeconds = 365 * 24 * 60 * 60

function stored(): MantineColorScheme {
  const chosen = cookie(cookieName)
  return themes.find((theme) => theme === chosen) ?? 'auto'
}

/** Stores the theme in a cookie, which outlives the session's storage. */
export const colorSchemeManager = {
  get: stored,
  set: (theme: MantineColorScheme) => {
    setCookie(cookieName, theme, maxAgeSeconds)
    colorBrowser(theme)
  },
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

const browserColors = { light: '#ffffff', dark: '#242424' }

/** Colors the frame of the browser like the page. index.html has one color for each theme of the system. */
export function colorBrowser(theme = stored()): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const ofSystem = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = browserColors[theme === 'auto' ? ofSystem : theme]
  }
}
