import type { CSSProperties } from 'react'

/** Lengths on paper, which a preview may scale: see Sheets.module.css. */
export function millimetres(lengths: Record<string, number>): CSSProperties {
  return Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, `calc(${length} * var(--mm))`]),
  )
}
