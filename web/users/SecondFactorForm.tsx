import { secondFactor } from '@coinless/contract/second-factor.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { CancelDialog } from '../forms/Dialog.tsx'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { checkedWithProof, emptyProof, ProofFields, proofSecrets, useProof } from './OwnerProof.tsx'

interface SecondFactorFormProps {
  endpoint: typeof secondFactor.removeAuthenticator | typeof secondFactor.makeRecoveryCodes
  close: () => void
  /** With the new recovery codes, if that was asked for. */
  done: (recoveryCodes: string[]) => void
}

/** What a stolen session must not do takes the password and a second factor. */
export function SecondFactorForm({ endpoint, close, done }: SecondFactorFormProps) {
  const isRemoval = endpoint === secondFactor.removeAuthenticator
  const proofOf = useProof()
  const ifStillHere = useIfStillHere()
  const form = useKeptForm({
    name: 'second factor',
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(endpoint.body),
  })
  const change = useMutation({
    mutationFn: async (typed: typeof form.values) => {
      const body = await proofOf(typed)
      if (endpoint === secondFactor.makeRecoveryCodes) {
        return (await call(calls.secondFactor.makeRecoveryCodes, { body })).recovery_codes
      }
      await call(calls.secondFactor.removeAuthenticator, { body })
      return []
    },
    onSuccess: (recoveryCodes) => {
      ifStillHere(close)
      if (isRemoval) showSuccess(t('profile.turnedOff'))
      done(recoveryCodes)
    },
    onError: showFailure(t('profile.secondFactorChangeFailed')),
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack>
        <ProofFields form={form} hasFocus />
        <Group justify="flex-end">
          <CancelDialog />
          <Button type="submit" color={isRemoval ? 'red' : undefined} loading={change.isPending}>
            {isRemoval ? t('profile.turnOff') : t('profile.newRecoveryCodes')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
