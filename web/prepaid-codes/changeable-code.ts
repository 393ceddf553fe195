import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'

/** What each form of a code begins with. */
export interface ChangeableCode {
  code: PrepaidCode
  version: string | undefined
  /** After somebody else has changed it. */
  loadAgain: () => Promise<{ thing: PrepaidCode; version: string | undefined } | undefined>
}

/** Under it the draft is kept, also of what was typed while the code was still on its way. */
export function customerFormNameOf(codeId: string): string {
  return `customer of prepaid code ${codeId}`
}
