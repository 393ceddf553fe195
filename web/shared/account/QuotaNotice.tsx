import { isNearlyFull, type QuotaKind, quotas } from '@coinless/contract/quotas.ts'
import { lazy, Suspense } from 'react'
import { withStyles } from '../loading/styles.ts'

/** If its code fails to load, the list shows without the notice. */
const NearlyFull = lazy(() =>
  withStyles(() => import('./NearlyFull.tsx')).catch(() => ({ default: () => null })),
)

interface CeilingNoticeProps {
  kind: QuotaKind
  /** Number of rows in the whole list. */
  total: number | undefined
}

/** Notice above a list. Only a long list can belong to an account near its limit; others load nothing. */
export function QuotaNotice({ kind, total = 0 }: CeilingNoticeProps) {
  const { most, unverified } = quotas[kind]
  if (!isNearlyFull(total, unverified || most)) return null
  return (
    <Suspense>
      <NearlyFull kind={kind} total={total} />
    </Suspense>
  )
}
