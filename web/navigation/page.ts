import { leaveUnasked } from './unsaved.ts'

/** The only ways in which the app itself loads a page anew. Nobody is asked: what was typed is kept. */

/** In place of this one, which is not to be gone back to. */
export function replacePage(address: string): void {
  leaveUnasked()
  location.replace(address)
}

export function reloadPage(): void {
  leaveUnasked()
  location.reload()
}
