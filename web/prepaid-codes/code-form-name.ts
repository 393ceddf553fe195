/** Under which names the drafts of a code are kept, one for each of its forms. */
export function formNameOf(codeId: string): string {
  return `prepaid code ${codeId}`
}

export function customerFormNameOf(codeId: string): string {
  return `customer of prepaid code ${codeId}`
}
