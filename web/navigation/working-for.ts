/**
 * Whoever works for somebody else's account is at addresses of their own: `/for/<account>/devices`. So two tabs may
 * differ, a link leads whoever it is shared with to the same account, and nothing stays in memory from one account
 * to the other, since each begins with a page that is loaded anew.
 */
const address = globalThis.location?.pathname ?? ''
const [base = '', id] = /^[/]for[/]([0-9a-f-]{36})(?=[/]|$)/.exec(address) ?? []

/** Begins every address of this page; '' in one's own account. */
export const basePath = base

/** The id of the account that somebody works for; undefined in one's own. */
export const workingFor: string | undefined = id

/** The part of an address that the app's own paths are. */
export function withinBase(pathname: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

/** Where the work for an account begins. */
export function addressOfAccount(accountId: string): string {
  return `/for/${accountId}/dashboard`
}
