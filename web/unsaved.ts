/** Forms that hold something which nobody has saved. */
const unsaved = new Map<string, { hasSecret: boolean }>()

/**
 * A form says whether it does, and at last that it does not.
 * @param hasSecret whether some of it will not be there when the person comes back
 */
export function setUnsaved(form: string, isUnsaved: boolean, hasSecret = false): void {
  if (isUnsaved) unsaved.set(form, { hasSecret })
  else unsaved.delete(form)
  // Only while it is needed: a page that listens for this comes back more slowly.
  if (unsaved.size > 0) window.addEventListener('beforeunload', askBrowser)
  else window.removeEventListener('beforeunload', askBrowser)
}

export function isAnythingUnsaved(): boolean {
  return unsaved.size > 0
}

export function isAnySecretUnsaved(): boolean {
  return [...unsaved.values()].some(({ hasSecret }) => hasSecret)
}

/** Before the app itself loads the page anew: drafts.ts keeps what was typed. */
export function leaveUnasked(): void {
  unsaved.clear()
  window.removeEventListener('beforeunload', askBrowser)
}

function askBrowser(event: BeforeUnloadEvent) {
  event.preventDefault()
}
