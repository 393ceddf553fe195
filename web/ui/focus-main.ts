/** For what takes itself off the page together with the focus: the keyboard goes on at the content. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Asked while a dialog is about to go: whether the focus goes with it, or is nowhere by now. */
export function isFocusLost(): boolean {
  const focused = document.activeElement
  if (!focused?.closest('main, header')) return true
  // The title of a dialog is a header, too. Another dialog that has come meanwhile keeps the focus.
  const dialogs = document.querySelectorAll('[role=dialog]')
  return dialogs.length === 1 && dialogs[0]?.contains(focused) === true
}
