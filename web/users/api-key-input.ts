import { apiKeys } from '@coinless/contract/api-keys.ts'
import { type Right, rights } from '@coinless/contract/rights.ts'
import { checkedWithProof, emptyProof } from '../account/OwnerProof.tsx'

/** What stands in the form of a new key: each right by a switch of its own, the days as a choice. */
export type ApiKeyInput = typeof emptyProof &
  Record<`may_${Right}`, boolean> & { name: string; days: string }

/** Days until it ends by itself; '': never. */
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

/** What is wrong with the rights stands below the first of them. */
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
