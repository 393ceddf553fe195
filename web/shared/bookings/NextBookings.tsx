import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { isStaff } from '../account/rights.ts'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { ownBookingsQuery } from './booking-queries.ts'

const OwnBookings = lazy(() => awaited(() => withLaterTexts(import('./OwnBookings.tsx'))))

/** The user's open bookings in all rooms. Loads no code if there are none. */
export default function NextBookings() {
  const { data = [] } = useQuery({ ...ownBookingsQuery, enabled: !isStaff(useUser()) })
  if (data.length === 0) return null
  return (
    <Suspense>
      <OwnBookings bookings={data} hasRooms />
    </Suspense>
  )
}
