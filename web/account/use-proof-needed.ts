import { useState } from 'react'
import { ApiError } from '../calls/client.ts'

/** Of a form: the sentence by which the server has refused it for want of a verified address. */
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
