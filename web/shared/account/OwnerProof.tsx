import type { OwnerProof } from '@coinless/contract/second-factor.ts'
import { TextInput } from '@mantine/core'
import { startAuthentication } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { CurrentPasswordInput } from './CurrentPasswordInput.tsx'
import { secondFactorQuery } from './second-factor-query.ts'

/** Fields that prove the presence of the account's owner. */
export const emptyProof = { current_password: '', second_factor: '' }
export const proofSecrets = ['current_password', 'second_factor'] as const
type TypedProof = typeof emptyProof

/** Treats an empty code as absent. */
export function checkedWithProof(schema: z.ZodObject) {
  return ({ second_factor, ...values }: TypedProof) =>
    checkedBy(schema)({ ...values, ...(second_factor && { second_factor }) })
}

interface Inputs {
  getInputProps(field: keyof TypedProof): object
}

/** Password, and a code if the account has a second factor. */
export function ProofFields({ form, hasFocus }: { form: Inputs; hasFocus?: boolean }) {
  const { data } = useQuery(secondFactorQuery)
  return (
    <>
      <CurrentPasswordInput
        data-autofocus={hasFocus}
        // The field may mount after its dialog has opened.
        autoFocus={hasFocus ?? false}
        {...form.getInputProps('current_password')}
      />
      {(data?.authenticator || data?.passkey) && (
        <TextInput
          label={data.authenticator ? t('profile.appOrRecoveryCode') : t('profile.recoveryCode')}
          description={data.passkey && t('profile.orPasskey')}
          autoComplete="one-time-code"
          {...form.getInputProps('second_factor')}
        />
      )}
    </>
  )
}

/** Builds the proof for a call; asks for a passkey if no code was typed. */
export function useProof() {
  const { data } = useQuery(secondFactorQuery)
  return async ({ current_password, second_factor }: TypedProof): Promise<OwnerProof> => {
    if (second_factor) return { current_password, second_factor }
    if (!data?.passkey) return { current_password }
    const options = await call(calls.passkeys.proofOptions)
    const passkey = await startAuthentication({ optionsJSON: options as never })
    return { current_password, passkey: { ...passkey } }
  }
}
