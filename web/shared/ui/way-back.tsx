import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'

/**
 * Goes back if one of these pages is the previous one, which keeps its search, filter and page. Otherwise replaces this
 * page with the first of them.
 */
export function useWayBack() {
  const navigate = useNavigate()
  return (...pathnames: [string, ...string[]]) => {
    const [first] = pathnames
    const before = earlierPages()[0]
    if (before && pathnames.includes(before.pathname)) void navigate(-1)
    else void navigate(addressOf(first), { replace: true })
  }
}

/** At the top of a `Page`: leads to the list or screen above it, in its last state. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const navigate = useNavigate()
  function goBack(event: MouseEvent) {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || earlierPages()[0]?.pathname !== to) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Button
      component={Link}
      to={addressOf(to)}
      variant="subtle"
      size="compact-sm"
      className="screen-only"
      fw={500}
      style={style}
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={goBack}
    >
      {children}
    </Button>
  )
}

/** Its arrow stands above the first letter of the title, which follows closely. */
const style = {
  alignSelf: 'start',
  minHeight: 44,
  margin: '-10px 0 -16px calc(-1 * var(--button-padding-x))',
}

/** The path with its last query in this tab. */
function addressOf(path: string): string {
  const last = earlierPages().find(({ pathname }) => pathname === path)
  return path + (last?.search ?? '')
}

/** Earlier pages of this tab, nearest first. Browsers before 2026 may not support it. */
function earlierPages(): URL[] {
  const entries = globalThis.navigation?.entries() ?? []
  const here = globalThis.navigation?.currentEntry?.index ?? 0
  return entries
    .slice(0, here)
    .reverse()
    .flatMap(({ url }) => (url ? [new URL(url)] : []))
}
