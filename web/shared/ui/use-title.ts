import { useEffect } from 'react'

/** Title of the document, for tabs, the history and screen readers. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Coinless`
  }, [title])
}
