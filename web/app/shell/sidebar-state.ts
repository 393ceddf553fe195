import { useState } from 'react'
import { cookie, setCookie } from '../../shared/storage/cookies.ts'

const cookieName = 'sidebar_state'
const maxAgeSeconds = 7 * 24 * 60 * 60

/** Open or closed, kept in a cookie for 7 days. */
export function useSidebarState() {
  const [isOpen, setIsOpen] = useState(() => cookie(cookieName) !== 'closed')
  function toggle() {
    const next = !isOpen
    setCookie(cookieName, next ? 'open' : 'closed', maxAgeSeconds)
    setIsOpen(next)
  }
  return { isOpen, toggle }
}
