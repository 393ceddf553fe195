/** Under which name the drafts of a code are kept. */
export function formNameOf(codeId: string): string {
  return `prepaid code ${codeId}`
}
