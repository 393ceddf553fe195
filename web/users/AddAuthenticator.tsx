import { secondFactor } from '@coinless/contract/second-factor.ts'
import { Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { CancelDialog } from '../forms/Dialog.tsx'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { checkedWithProof, emptyProof, ProofFields, proofSecrets, useProof } from './OwnerProof.tsx'

const qrCodePixels = 180
const codeSecrets = ['second_factor'] as const

interface AddAuthenticatorProps {
  close: () => void
  /** With the recovery codes, which are shown only now. */
  done: (recoveryCodes: string[]) => void
}

/**
 * First the password and a factor that is there already, then the secret for the app and a code that
 * shows that the app has it.
 */
export function AddAuthenticator({ close, done }: AddAuthenticatorProps) {
  const proofOf = useProof()
  const form = useKeptForm({
    name: 'authenticator',
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(secondFactor.addAuthenticator.body),
  })
  const adding = useMutation({
    mutationFn: async (typed: typeof form.values) =>
      call(calls.secondFactor.addAuthenticator, { body: await proofOf(typed) }),
    onSuccess: (_, typed) => form.saved(typed, { now: emptyProof }),
    onError: showFailure(t('profile.secondFactorChangeFailed')),
  })
  if (adding.data) return <Confirmation {...adding.data} close={close} done={done} />
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack>
        <ProofFields form={form} hasFocus />
        <Group justify="flex-end">
          <CancelDialog />
          <Button type="submit" loading={adding.isPending}>
            {t('profile.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ConfirmationProps extends AddAuthenticatorProps {
  secret: string
  uri: string
}

function Confirmation({ secret, uri, close, done }: ConfirmationProps) {
  const ifStillHere = useIfStillHere()
  const form = useKeptForm({
    name: 'code of the authenticator',
    initial: { second_factor: '' },
    secrets: codeSecrets,
    validate: checkedBy(secondFactor.confirmAuthenticator.body),
  })
  const confirmation = useMutation({
    mutationFn: (body: typeof form.values) =>
      call(calls.secondFactor.confirmAuthenticator, { body }),
    onSuccess: ({ recovery_codes }) => {
      ifStillHere(close)
      showSuccess(t('profile.turnedOn'))
      done(recovery_codes)
    },
    onError: showFailure(t('profile.secondFactorChangeFailed')),
  })
  return (
    <form onSubmit={form.onSubmit((values) => confirmation.mutate(values))} noValidate>
      <Stack>
        <Text size="sm">{t('profile.scan')}</Text>
        <Center>
          <QRCodeSVG value={uri} size={qrCodePixels} marginSize={2} title={t('profile.qrCode')} />
        </Center>
        <Text size="sm">
          {t('profile.secret')}: <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        </Text>
        <TextInput
          label={t('profile.appCode')}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.getInputProps('second_factor')}
        />
        <Group justify="flex-end">
          <CancelDialog />
          <Button type="submit" loading={confirmation.isPending}>
            {t('profile.turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
