import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Passkey, passkeys } from '@coinless/contract/passkeys.ts'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { date, dateAndTime } from '../ui/formats.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { CurrentPasswordInput } from './CurrentPasswordInput.tsx'

export function PasskeysCard() {
  const [isAdding, setIsAdding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['me', 'passkeys'],
    queryFn: ({ signal }) =>
      call(endpoints.passkeys.list, { query: { limit: limits.passkeysMax }, signal }),
  })
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
        {!data && !error && <Loading rows={1} />}
        {data?.data.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {isAdding ? (
          <AddPasskey close={() => setIsAdding(false)} />
        ) : (
          <AddButton add={() => setIsAdding(true)} />
        )}
      </Stack>
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

function AddPasskey({ close }: { close: () => void }) {
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const form = useCheckedForm({
    initialValues: { name: '', current_password: '' },
    validate: checkedBy(
      passkeys.creationOptions.body.extend(passkeys.add.body.pick({ name: true }).shape),
    ),
  })
  const adding = useMutation({
    mutationFn: async ({ name, current_password }: typeof form.values) => {
      const options = await call(endpoints.passkeys.creationOptions, { body: { current_password } })
      const credential = await startRegistration({ optionsJSON: options as never })
      return call(endpoints.passkeys.add, { body: { name, credential: { ...credential } } })
    },
    onSuccess: () => {
      showSuccess(t('profile.passkeyAdded'))
      ifStillHere(close)
      void queryClient.invalidateQueries()
    },
    onError: showFailure(t('profile.passkeyAddFailed')),
  })
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack>
        <TextInput
          label={t('profile.passkeyName')}
          description={t('profile.passkeyNameHint')}
          autoComplete="off"
          maxLength={limits.labelMax}
          {...form.getInputProps('name')}
        />
        <CurrentPasswordInput {...form.getInputProps('current_password')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={adding.isPending}>
            {t('profile.addPasskey')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call(endpoints.passkeys.delete, { params: { id } }),
    onSuccess: () => showSuccess(t('profile.passkeyRemoved')),
    onError: showFailure(t('profile.passkeyRemoveFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['me', 'passkeys'] }),
  })
  function askToRemove() {
    confirmDeletion({
      title: t('profile.removePasskeyTitle'),
      text: t('profile.removePasskeyText', { name }),
      confirmLabel: t('profile.removePasskey'),
      onConfirm: () => removal.mutate(),
    })
  }
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
        onClick={askToRemove}
      >
        {t('profile.removePasskey')}
      </Button>
    </Group>
  )
}
