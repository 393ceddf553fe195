import { useState } from 'react'
import { ApiError } from '../calls/client.ts'

/** Keeps the server's message when it refuses a form because the address is unverified. */
export function useProofNeeded(failed: (error: unknown) => void) {
  const [why, setWhy] = useState<string>()
  return {
    why,
    failed: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'verification_needed') setWhy(error.message)
      failed(error)
    },
  }
}
