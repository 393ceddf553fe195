/** Moves the focus to the content, for an element that disappears with the focus. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Whether a closing dialog takes the focus with it, or the focus is nowhere already. */
export function isFocusLost(): boolean {
  const focused = document.activeElement
  if (!focused?.closest('main, header')) return true
  // The title of a dialog is a header, too. Another dialog opened since keeps the focus.
  const dialogs = document.querySelectorAll('[role=dialog]')
  return dialogs.length === 1 && dialogs[0]?.contains(focused) === true
}
