import { useEffect } from 'react'

const name = 'data-mantine-color-scheme'

/** Paper is white: what is printed has the colors of the light scheme, whatever the screen has. */
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
    // The events come before the page is laid out for paper, which not every browser promises of the query.
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
