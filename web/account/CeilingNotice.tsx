import { ceilings, isNearly, type KeptKind } from '@coinless/contract/ceilings.ts'
import { lazy, Suspense } from 'react'
import { withStyles } from '../loading/styles.ts'

/** Where its code does not come, the list stands without it. */
const NearlyFull = lazy(() =>
  withStyles(() => import('./NearlyFull.tsx')).catch(() => ({ default: () => null })),
)

interface CeilingNoticeProps {
  kind: KeptKind
  /** How many the list has in all. */
  total: number | undefined
}

/** Above a list. Only a long one can be of an account that is nearly full: others fetch nothing for it. */
export function CeilingNotice({ kind, total = 0 }: CeilingNoticeProps) {
  const { most, unverified } = ceilings[kind]
  if (!isNearly(total, unverified || most)) return null
  return (
    <Suspense>
      <NearlyFull kind={kind} total={total} />
    </Suspense>
  )
}
