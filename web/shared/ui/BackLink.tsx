import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../router/Link.tsx'
import { addressOf, earlierPages } from './way-back.ts'

/** At the top of a `Page`: leads to the list or screen above it, in its last state. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  function goBack(event: MouseEvent) {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || earlierPages()[0]?.pathname !== to) return
    event.preventDefault()
    history.back()
  }
  return (
    <Button
      component={Link}
      to={addressOf(to)}
      variant="subtle"
      size="compact-sm"
      className="back-link screen-only"
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
