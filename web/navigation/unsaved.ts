/**
 * What would be left behind: text that a draft keeps, secrets that nothing keeps, a payment that goes on
 * all the same. The gravest comes last.
 */
const kinds = ['draft', 'secret', 'payment'] as const
export type Unsaved = (typeof kinds)[number]

interface Holder {
  kind: Unsaved
  /** The dialog in which the form stands; none on the page itself. */
  dialog: string | undefined
}

const holders = new Map<string, Holder>()
const listeners = new Set<() => void>()

/** A form says what it holds that nobody has saved, and at last that it holds nothing. */
export function setUnsaved(form: string, kind: Unsaved | undefined, dialog?: string): void {
  if (kind) holders.set(form, { kind, dialog })
  else holders.delete(form)
  // Only while it is needed: a page that listens for this comes back more slowly.
  if (holders.size > 0) window.addEventListener('beforeunload', askBrowser)
  else window.removeEventListener('beforeunload', askBrowser)
  for (const listener of listeners) listener()
}

/** For useSyncExternalStore. */
export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The gravest of what is unsaved.
 * @param dialog only what stands in it
 */
export function unsaved(dialog?: string): Unsaved | undefined {
  const held = [...holders.values()].filter((holder) => !dialog || holder.dialog === dialog)
  return kinds.findLast((kind) => held.some((holder) => holder.kind === kind))
}

/** What one form holds. */
export function unsavedIn(form: string): Unsaved | undefined {
  return holders.get(form)?.kind
}

/** Before the app itself loads the page anew: drafts.ts keeps what was typed. */
export function leaveUnasked(): void {
  holders.clear()
  window.removeEventListener('beforeunload', askBrowser)
}

function askBrowser(event: BeforeUnloadEvent) {
  event.preventDefault()
}
