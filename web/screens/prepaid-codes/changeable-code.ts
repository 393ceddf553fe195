import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'

/** Initial data of each form of a code. */
export interface ChangeableCode {
  code: PrepaidCode
  version: string | undefined
  /** Reloads after a change by another user. */
  loadAgain: () => Promise<{ thing: PrepaidCode; version: string | undefined } | undefined>
}

/** Name under which the draft is kept, also of data typed while the code was being sent. */
export function customerFormNameOf(codeId: string): string {
  return `customer of prepaid code ${codeId}`
}
