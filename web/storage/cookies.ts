/** A cookie that the app alone reads. Where the browser keeps none, it has no value. */
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
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
  } catch {
    // The choice holds for this page.
  }
}
