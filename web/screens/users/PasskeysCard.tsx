import { limits } from '@coinless/contract/limits.ts'
import { type Passkey, passkeys } from '@coinless/contract/passkeys.ts'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  checkedWithProof,
  emptyProof,
  ProofFields,
  proofSecrets,
  useProof,
} from '../../shared/account/OwnerProof.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { closeUnlessKept, Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { date, dateAndTime } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { passkeysQuery } from './profile-queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export function PasskeysCard() {
  const [isAdding, setIsAdding] = useState(false)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const { data, error, refetch } = useQuery(passkeysQuery)
  return (
    <Card withBorder component="section" aria-label={t('profile.passkeys')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.passkeys')}
        </Title>
        <Text size="sm">{t('profile.passkeysHint')}</Text>
        {error && (
          <LoadFailure
            message={messageOf(error, t('profile.passkeysFailed'))}
            retry={() => void refetch()}
          />
        )}
        {data?.data.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {isAdding ? (
          <AddPasskey close={() => setIsAdding(false)} show={setRecoveryCodes} />
        ) : (
          <AddButton add={() => setIsAdding(true)} />
        )}
      </Stack>
      <RecoveryCodes codes={recoveryCodes} close={() => setRecoveryCodes([])} />
    </Card>
  )
}

function AddButton({ add }: { add: () => void }) {
  if (!browserSupportsWebAuthn()) {
    return (
      <Text size="sm" c="dimmed">
        {t('profile.passkeysUnsupported')}
      </Text>
    )
  }
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} onClick={add}>
      {t('profile.addPasskey')}
    </Button>
  )
}

const newPasskey = { name: '', ...emptyProof }

interface AddPasskeyProps {
  close: () => void
  /** Gets the recovery codes of the first second factor, which are shown only once. */
  show: (recoveryCodes: string[]) => void
}

function AddPasskey({ close, show }: AddPasskeyProps) {
  const proofOf = useProof()
  const queryClient = useQueryClient()
  const form = useForm({
    name: 'passkey',
    initial: newPasskey,
    secrets: proofSecrets,
    validate: checkedWithProof(
      passkeys.creationOptions.body.extend(passkeys.add.body.pick({ name: true }).shape),
    ),
    send: async ({ name, ...typed }) => {
      const body = await proofOf(typed)
      const options = await call(calls.passkeys.creationOptions, { body })
      const credential = await startRegistration({ optionsJSON: options as never })
      return call(calls.passkeys.add, { body: { name, credential: { ...credential } } })
    },
    success: t('profile.passkeyAdded'),
    done: ({ recovery_codes }) => {
      show(recovery_codes)
      void queryClient.invalidateQueries()
    },
    leave: close,
    failed: showFailure(t('profile.passkeyAddFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <FormNotice form={form} />
        <TextInput
          label={t('profile.passkeyName')}
          description={t('profile.passkeyNameHint')}
          autoComplete="off"
          maxLength={limits.labelMax}
          {...form.getInputProps('name')}
        />
        <ProofFields form={form} />
        <FormButtons form={form} label={t('profile.addPasskey')}>
          <Button variant="default" onClick={() => void closeUnlessKept(form.unsaved, close)}>
            {t('action.cancel')}
          </Button>
        </FormButtons>
      </Stack>
    </form>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { name, created_at, last_used_at } = passkey
  const [isRemoving, setIsRemoving] = useState(false)
  const close = () => setIsRemoving(false)
  const created = date(created_at)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {last_used_at
            ? t('profile.passkeyDates', { created, used: dateAndTime(last_used_at) })
            : t('profile.passkeyUnused', { created })}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="default"
        miw="max-content"
        aria-label={t('profile.removePasskeyOf', { name })}
        onClick={() => setIsRemoving(true)}
      >
        {t('profile.removePasskey')}
      </Button>
      <Dialog title={t('profile.removePasskeyTitle')} isOpen={isRemoving} close={close}>
        <RemovePasskey passkey={passkey} close={close} />
      </Dialog>
    </Group>
  )
}

function RemovePasskey({ passkey: { id, name }, close }: { passkey: Passkey; close: () => void }) {
  const queryClient = useQueryClient()
  const proofOf = useProof()
  const form = useForm({
    name: `removal of passkey ${id}`,
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(passkeys.remove.body),
    send: async (typed) =>
      call(calls.passkeys.remove, { params: { id }, body: await proofOf(typed) }),
    success: t('profile.passkeyRemoved'),
    done: () => void queryClient.invalidateQueries(),
    leave: close,
    failed: showFailure(t('profile.passkeyRemoveFailed')),
  })
  return (
    <DialogForm form={form} label={t('profile.removePasskey')} color="red">
      <Text size="sm">{t('profile.removePasskeyText', { name })}</Text>
      <ProofFields form={form} hasFocus />
    </DialogForm>
  )
}
