import { lazy, Suspense } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { isStaff } from '../account/rights.ts'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { useOwnQueues } from './own-queues.ts'

const InLineCard = lazy(() => awaited(() => withLaterTexts(import('./InLineCard.tsx'))))

/** The user's queue entries and hold in all rooms. Loads no code if there are none. */
export default function InLine() {
  const own = useOwnQueues(!isStaff(useUser()))
  if (!own) return null
  return (
    <Suspense>
      <InLineCard own={own} />
    </Suspense>
  )
}
