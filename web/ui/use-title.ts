import { useEffect } from 'react'

/** The browser's own title: in tabs, in the history and read aloud by screen readers. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Coinless`
  }, [title])
}
