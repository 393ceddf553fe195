import type { Closing } from '@coinless/contract/own-account.ts'
import { ownerProof } from '@coinless/contract/second-factor.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import {
  checkedWithProof,
  emptyProof,
  ProofFields,
  proofSecrets,
  useProof,
} from '../../shared/account/OwnerProof.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { leaveForGood } from '../../shared/session/session-end.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'

/** Shows the consequences of closing the account, and asks the owner for proof. */
export default function CloseAccountForm() {
  const { email } = useUser()
  const proofOf = useProof()
  const { data, error, refetch } = useQuery({
    queryKey: ['me', 'closing'],
    queryFn: ({ signal }) => call(calls.ownAccount.closing, { signal }),
    // Always shows the current consequences.
    gcTime: 0,
  })
  const form = useForm({
    name: 'closing',
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(ownerProof),
    send: async (typed) => {
      const body = await proofOf(typed)
      await leaveForGood(() => call(calls.ownAccount.close, { body }))
    },
    failed: showFailure(t('profile.closeFailed')),
  })
  return (
    <DialogForm form={form} label={t('profile.closeAccount')} color="red" isDisabled={!data}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('profile.closeForGood', { email })}
      </Text>
      {error && (
        <LoadFailure
          message={messageOf(error, t('profile.closingFailed'))}
          retry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading rows={2} />}
      {data && <WhatStops closing={data} />}
      <ProofFields form={form} hasFocus />
    </DialogForm>
  )
}

function WhatStops({ closing }: { closing: Closing }) {
  const { devices, devices_as_landlord, codes, held_codes, controllers, resources } = closing
  const codesBalance = money(closing.codes_balance)
  const stopped = [
    devices > 0 && t('profile.closingDevices', { count: devices }),
    devices_as_landlord > 0 && t('profile.closingAsLandlord', { count: devices_as_landlord }),
    codes > 0 && t('profile.closingCodes', { count: codes, money: codesBalance }),
    controllers > 0 && t('profile.closingControllers', { count: controllers }),
    held_codes > 0 && t('profile.closingHeld', { count: held_codes }),
    resources > 0 && t('profile.closingResources', { count: resources }),
  ].filter((line) => line !== false)
  if (stopped.length === 0) return null
  return (
    <Text component="ul" size="sm" m={0} ps="lg">
      {stopped.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  )
}
