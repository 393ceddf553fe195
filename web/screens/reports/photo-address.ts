/** Data URL of a base64 JPEG. */
export function photoAddress(photo: string): string {
  return `data:image/jpeg;base64,${photo}`
}
