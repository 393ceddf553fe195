import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from './api.ts'
import { showError } from './ui/toasts.ts'

/** Shows the server's sentence, or the screen's own when there is none (SPEC section 8). */
export function showFailure(fallback: string) {
  return (error: unknown) => showError(messageOf(error, fallback))
}

/** What could not be loaded is said, and the person is back at the list. */
export function useReturnOnFailure(error: unknown, fallback: string, list: string) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    showError(messageOf(error, fallback))
    void navigate(list, { replace: true })
  }, [error, fallback, list, navigate])
}
