import { suppressErrors } from '../ui/toasts.ts'
import { leaveWithoutWarning } from './unsaved.ts'

/** The only ways in which the app reloads a page. They need no confirmation, because input is kept. */

/** Replaces this page, so that back does not return to it. */
export function replacePage(address: string): void {
  leave()
  location.replace(address)
}

export function reloadPage(): void {
  leave()
  location.reload()
}

function leave(): void {
  leaveWithoutWarning()
  suppressErrors()
}
