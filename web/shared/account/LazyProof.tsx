import { lazy, Suspense } from 'react'
import { awaited } from '../loading/own-code.ts'
import { Loading } from '../ui/Loading.tsx'
import type { AddressProofProps } from './AddressProof.tsx'

const AddressProof = lazy(() => awaited(() => import('./AddressProof.tsx')))

/** For screens where few users need it: loads on demand. */
export function LazyProof(props: AddressProofProps) {
  return (
    <Suspense fallback={<Loading rows={2} />}>
      <AddressProof {...props} />
    </Suspense>
  )
}
