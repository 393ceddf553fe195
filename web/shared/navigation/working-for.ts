/**
 * Staff work for an account at separate addresses: `/for/<account>/devices`. So two tabs may differ, a shared link
 * opens the same account, and no data stays in memory between accounts, because each starts with a page load.
 */
const address = globalThis.location?.pathname ?? ''
const [base = '', id] = /^[/]for[/]([0-9a-f-]{36})(?=[/]|$)/.exec(address) ?? []

/** Prefix of every address of this page; '' in the user's own account. */
export const basePath = base

/** Id of the account that the user works for; undefined in their own. */
export const workingFor: string | undefined = id

/** Removes the prefix from an address. */
export function withinBase(pathname: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

/** First page of an account that the user works for. */
export function addressOfAccount(accountId: string): string {
  return `/for/${accountId}/dashboard`
}
