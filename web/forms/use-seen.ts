import { useState } from 'react'
import { ApiError } from '../calls/client.ts'

/**
 * What a person decides by: as it was when the form was opened, though the page may have loaded something else
 * behind it since. Only who was told by a refusal that money has moved decides by what the page shows next: whose
 * call failed in another way was told nothing of it.
 */
export function useSeen<Seen>(shown: Seen) {
  const [{ seen, isRefused }, set] = useState({ seen: shown, isRefused: false })
  const isOther = JSON.stringify(shown) !== JSON.stringify(seen)
  if (isRefused && isOther) set({ seen: shown, isRefused: false })
  return {
    now: seen,
    failed: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'money_moved_meanwhile') {
        set(({ seen }) => ({ seen, isRefused: true }))
      }
    },
  }
}
