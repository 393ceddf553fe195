/** What stands behind the '#' of the address. A link copied by hand may end with a space or something invisible. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash)
  } catch {
    return location.hash
  }
}
