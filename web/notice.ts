/** What a page that was left for good has to say here, handed over behind the '#' of the address. */
type Notice = 'expired' | 'signed-out'

let notice = take()

/** Taken away at once: it is said once, and a reload does not say it again. */
function take(): Notice | undefined {
  const given = location.hash.slice(1)
  if (given !== 'expired' && given !== 'signed-out') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

export function currentNotice(): Notice | undefined {
  return notice
}

export function closeNotice(): void {
  notice = undefined
}
