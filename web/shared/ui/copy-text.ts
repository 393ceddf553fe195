import { showError, showSuccess } from './toasts.ts'

export async function copyText(text: string, says: { copied: string; failed: string }) {
  const isCopied = (await copyByClipboard(text)) || copyBySelection(text)
  if (isCopied) showSuccess(says.copied)
  else showError(says.failed)
}

/** Browsers offer the clipboard only to pages over TLS. */
async function copyByClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Fallback for pages without TLS, as in a local network: selects and copies a field. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // A dialog traps the focus.
  const dialog = before?.closest('[role=dialog]')
  const place = dialog ?? document.body
  place.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
