/** For what takes itself off the page together with the focus: the keyboard goes on at the content. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
