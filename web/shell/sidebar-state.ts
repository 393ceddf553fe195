import { useState } from 'react'

const cookieName = 'sidebar_state'
const maxAgeSeconds = 7 * 24 * 60 * 60

/** Open or closed, kept in a cookie for 7 days. */
export function useSidebarState() {
  const [isOpen, setIsOpen] = useState(() => !document.cookie.includes(`${cookieName}=closed`))
  function toggle() {
    const next = !isOpen
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${cookieName}=${next ? 'open' : 'closed'}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
    setIsOpen(next)
  }
  return { isOpen, toggle }
}
