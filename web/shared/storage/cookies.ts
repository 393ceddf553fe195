/** A cookie that only the app reads. undefined if the browser stores no cookies. */
export function cookie(name: string): string | undefined {
  try {
    const cookies = document.cookie.split('; ')
    return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
  } catch {
    return undefined
  }
}

export function setCookie(name: string, value: string, maxAgeSeconds: number): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API
    document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
  } catch {
    // The choice lasts for this page.
  }
}
