/** Of a JPEG in base64, for an image to show. */
export function photoAddress(photo: string): string {
  return `data:image/jpeg;base64,${photo}`
}
