import { useEffect } from 'react'

const name = 'data-mantine-color-scheme'

/** Prints in the colors of the light scheme, because paper is white. */
export function usePaperColors(): void {
  useEffect(() => {
    const root = document.documentElement
    const print = matchMedia('print')
    let onScreen: string | null = null
    const begin = () => {
      onScreen ??= root.getAttribute(name)
      root.setAttribute(name, 'light')
    }
    const end = () => {
      if (onScreen) root.setAttribute(name, onScreen)
      onScreen = null
    }
    const follow = () => (print.matches ? begin() : end())
    follow()
    // These events precede the print layout, which not every browser guarantees for the media query.
    const listening = new AbortController()
    const { signal } = listening
    print.addEventListener('change', follow, { signal })
    addEventListener('beforeprint', begin, { signal })
    addEventListener('afterprint', end, { signal })
    return () => {
      listening.abort()
      end()
    }
  }, [])
}
