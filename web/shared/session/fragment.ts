/** Text after the '#' of the address. A link copied by hand may end with a space or an invisible character. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash)
  } catch {
    return location.hash
  }
}
