import type { CodeChoice } from '@coinless/contract/payments.ts'

export type NamedCode = Pick<CodeChoice, 'ending'> & Partial<Pick<CodeChoice, 'whose'>>

export function labelOfCode({ ending, whose }: NamedCode): string {
  return whose ? `… ${ending} · ${whose}` : `… ${ending}`
}
