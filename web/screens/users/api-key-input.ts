import { apiKeys } from '@coinless/contract/api-keys.ts'
import { type Right, rights } from '@coinless/contract/rights.ts'
import { checkedWithProof, emptyProof } from '../../shared/account/OwnerProof.tsx'

/** Values of the form for a new key: a switch per right, and a choice of days. */
export type ApiKeyInput = typeof emptyProof &
  Record<`may_${Right}`, boolean> & { name: string; days: string }

/** Days until the key expires; '': never. */
export const expiries = ['30', '90', '365', ''] as const

export const blank = {
  ...Object.fromEntries(rights.map((right) => [`may_${right}`, false])),
  name: '',
  days: '90',
  ...emptyProof,
} as ApiKeyInput

export function keyOf(input: ApiKeyInput) {
  return {
    name: input.name,
    rights: rights.filter((right) => input[`may_${right}`]),
    expires_in_days: input.days === '' ? null : Number(input.days),
  }
}

const wrong = checkedWithProof(apiKeys.create.body)

/** Errors of the rights are shown below the first right. */
export function validate(input: ApiKeyInput): Record<string, string> {
  const { current_password, second_factor } = input
  const found = Object.entries(wrong({ ...keyOf(input), current_password, second_factor }))
  return Object.fromEntries(
    found.map(([field, sentence]) => [
      field.startsWith('rights') ? `may_${rights[0]}` : field,
      sentence,
    ]),
  )
}
