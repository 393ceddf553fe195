import { secondFactor } from '@coinless/contract/second-factor.ts'
import { Center, Code, Text, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
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
import { checkedBy } from '../../shared/ui/form-check.ts'

const qrCodePixels = 180
const codeSecrets = ['second_factor'] as const

interface AddAuthenticatorProps {
  close: () => void
  /** Gets the recovery codes, which are shown only once. */
  done: (recoveryCodes: string[]) => void
}

/** Asks for the password and an existing factor first, then shows the app's secret and asks for a code from the app. */
export function AddAuthenticator({ close, done }: AddAuthenticatorProps) {
  const proofOf = useProof()
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
  const form = useForm({
    name: 'authenticator',
    initial: emptyProof,
    secrets: proofSecrets,
    validate: checkedWithProof(secondFactor.addAuthenticator.body),
    send: async (typed) =>
      call(calls.secondFactor.addAuthenticator, { body: await proofOf(typed) }),
    done: setSecret,
    failed: showFailure(t('profile.secondFactorChangeFailed')),
  })
  if (secret) return <Confirmation {...secret} close={close} done={done} />
  return (
    <DialogForm form={form} label={t('profile.continue')}>
      <ProofFields form={form} hasFocus />
    </DialogForm>
  )
}

interface ConfirmationProps extends AddAuthenticatorProps {
  secret: string
  uri: string
}

function Confirmation({ secret, uri, close, done }: ConfirmationProps) {
  const form = useForm({
    name: 'code of the authenticator',
    initial: { second_factor: '' },
    secrets: codeSecrets,
    validate: checkedBy(secondFactor.confirmAuthenticator.body),
    send: (body) => call(calls.secondFactor.confirmAuthenticator, { body }),
    success: t('profile.turnedOn'),
    done: ({ recovery_codes }) => done(recovery_codes),
    leave: close,
    failed: showFailure(t('profile.secondFactorChangeFailed')),
  })
  return (
    <DialogForm form={form} label={t('profile.turnOn')}>
      <Text size="sm">{t('profile.scan')}</Text>
      <Center>
        <QRCodeSVG value={uri} size={qrCodePixels} marginSize={2} title={t('profile.qrCode')} />
      </Center>
      <Text size="sm">
        {t('units.labeled', { name: t('profile.secret'), value: '' })}
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
      </Text>
      <TextInput
        label={t('profile.appCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        // Replaces the form that had the focus.
        autoFocus
        {...form.getInputProps('second_factor')}
      />
    </DialogForm>
  )
}
