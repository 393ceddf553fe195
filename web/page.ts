/** The only ways in which the app itself loads a page anew. */

/** In place of this one, which is not to be gone back to. */
export function replacePage(address: string): void {
  location.replace(address)
}

export function openPage(address: string): void {
  location.assign(address)
}

export function reloadPage(): void {
  location.reload()
}
