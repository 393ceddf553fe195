import { showError, showSuccess } from './toasts.ts'

export async function copyText(text: string, says: { copied: string; failed: string }) {
  const isCopied = (await copyByClipboard(text)) || copyBySelection(text)
  if (isCopied) showSuccess(says.copied)
  else showError(says.failed)
}

/** Browsers give the clipboard to pages over TLS only. */
async function copyByClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** The older way, which pages in a local network have: a field is selected and copied. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  // A dialog keeps the focus within.
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
