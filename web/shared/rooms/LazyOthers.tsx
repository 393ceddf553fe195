import type { ScannedMachine } from '@coinless/contract/rooms.ts'
import { lazy, Suspense } from 'react'
import { awaited } from '../loading/own-code.ts'

const OthersBeside = lazy(() => awaited(() => import('./OthersBeside.tsx')))

/** Loads no code at a machine that is available. */
export function LazyOthers({ machines }: { machines: ScannedMachine['others'] }) {
  if (machines.length === 0) return null
  return (
    <Suspense>
      <OthersBeside machines={machines} />
    </Suspense>
  )
}
