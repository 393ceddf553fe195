/** What a page that was left for good has to say here, handed over behind the '#' of the address. */
const notices = ['expired', 'signed-out', 'account-closed'] as const
type Notice = (typeof notices)[number]

let notice = take()

/** Taken away at once: it is said once, and a reload does not say it again. */
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
