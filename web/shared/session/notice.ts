/** Notice of the page that was left for good, passed in the fragment. */
const notices = ['expired', 'signed-out', 'account-closed'] as const
type Notice = (typeof notices)[number]

let notice = take()

/** Removes the notice from the address, so that a reload does not repeat it. */
function take(): Notice | undefined {
  const hash = location.hash.slice(1)
  const given = notices.find((each) => each === hash)
  if (!given) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

export function currentNotice(): Notice | undefined {
  return notice
}

export function closeNotice(): void {
  notice = undefined
}
