import { showError, showSuccess } from './toasts.ts'

/** Browsers give the clipboard to pages over TLS only. */
export async function copyText(text: string, says: { copied: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess(says.copied)
  } catch {
    showError(says.failed)
  }
}
