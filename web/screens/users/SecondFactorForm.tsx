import { secondFactor } from '@coinless/contract/second-factor.ts'
import {
  checkedWithProof,
  emptyProof,
  ProofFields,
  proofSecrets,
  useProof,
} from '../../shared/account/OwnerProof.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'

interface SecondFactorFormProps {
  endpoint: typeof secondFactor.removeAuthenticator | typeof secondFactor.makeRecoveryCodes
  close: () => void
  /** Gets the new recovery codes, if requested. */
  done: (recoveryCodes: string[]) => void
}

/** Actions that need the password and a second factor, so that a stolen session cannot do them. */
export function SecondFactorForm({ endpoint, close, done }: SecondFactorFormProps) {
  const isRemoval = endpoint === secondFactor.removeAuthenticator
  const proofOf = useProof()
  const form = useForm({
    name: 'second factor',
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(endpoint.body),
    send: async (typed) => {
      const body = await proofOf(typed)
      if (endpoint === secondFactor.makeRecoveryCodes) {
        return (await call(calls.secondFactor.makeRecoveryCodes, { body })).recovery_codes
      }
      await call(calls.secondFactor.removeAuthenticator, { body })
      return []
    },
    ...(isRemoval && { success: t('profile.turnedOff') }),
    done,
    leave: close,
    failed: showFailure(t('profile.secondFactorChangeFailed')),
  })
  return (
    <DialogForm
      form={form}
      label={isRemoval ? t('profile.turnOff') : t('profile.newRecoveryCodes')}
      color={isRemoval ? 'red' : undefined}
    >
      <ProofFields form={form} hasFocus />
    </DialogForm>
  )
}
