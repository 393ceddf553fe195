import { createStore } from '../ui/store.ts'

/**
 * Content left behind: text that a draft keeps, secrets that nothing keeps, a payment that continues. The most serious
 * kind comes last.
 */
const kinds = ['draft', 'secret', 'payment'] as const
export type Unsaved = (typeof kinds)[number]

interface Holder {
  kind: Unsaved
  /** Dialog of the form; undefined on the page. */
  dialog: string | undefined
}

/** By form. */
export const unsavedHolders = createStore(new Map<string, Holder>())

/** Records the unsaved content of a form; undefined: none. */
export function setUnsaved(form: string, kind: Unsaved | undefined, dialog?: string): void {
  const holders = unsavedHolders.get()
  if (kind) holders.set(form, { kind, dialog })
  else holders.delete(form)
  // Only while needed: browsers restore a page with this listener more slowly.
  if (holders.size > 0) window.addEventListener('beforeunload', askBrowser)
  else window.removeEventListener('beforeunload', askBrowser)
  unsavedHolders.set(holders)
}

/**
 * Most serious unsaved content.
 * @param dialog considers only this dialog
 */
export function unsaved(dialog?: string): Unsaved | undefined {
  const holders = [...unsavedHolders.get().values()]
  const held = holders.filter((holder) => !dialog || holder.dialog === dialog)
  return kinds.findLast((kind) => held.some((holder) => holder.kind === kind))
}

/** Unsaved content of one form. */
export function unsavedIn(form: string): Unsaved | undefined {
  return unsavedHolders.get().get(form)?.kind
}

/** Call before the app reloads the page: drafts.ts keeps the input. */
export function leaveWithoutWarning(): void {
  // Notifies nobody: an open question stays until the page is gone.
  unsavedHolders.get().clear()
  window.removeEventListener('beforeunload', askBrowser)
}

function askBrowser(event: BeforeUnloadEvent) {
  event.preventDefault()
}
