import { ceilings, isNearly, type KeptKind } from '@coinless/contract/ceilings.ts'
import { lazy, Suspense } from 'react'

const NearlyFull = lazy(() => import('./NearlyFull.tsx'))

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
      <NearlyFull kind={kind} />
    </Suspense>
  )
}
