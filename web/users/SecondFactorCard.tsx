import { endpoints } from '@coinless/contract/endpoints.ts'
import { secondFactor } from '@coinless/contract/second-factor.ts'
import { Alert, Button, Card, Code, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, messageOf } from '../api.ts'
import { t } from '../texts/texts.ts'
import { copyText } from '../ui/copy-text.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AddAuthenticator } from './AddAuthenticator.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'

type Step = 'add' | 'remove' | 'renew' | undefined

/** What sign-in asks for beside the password. */
export function SecondFactorCard() {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: ['me', 'second-factor'],
    queryFn: ({ signal }) => call(endpoints.secondFactor.get, { signal }),
  })
  function close() {
    setStep(undefined)
  }
  function done(codes: string[]) {
    setRecoveryCodes(codes)
    void queryClient.invalidateQueries()
  }
  return (
    <Card withBorder component="section" aria-label={t('profile.secondFactor')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.secondFactor')}
        </Title>
        {error && (
          <LoadFailure
            message={messageOf(error, t('profile.secondFactorFailed'))}
            retry={() => void refetch()}
          />
        )}
        {!data && !error && <Loading rows={2} />}
        {data?.is_required && !data.is_proven && (
          <Alert color="yellow" title={t('profile.secondFactorRequired')} />
        )}
        {data && (
          <Text size="sm">
            {data.authenticator
              ? t('profile.secondFactorOn', { count: data.recovery_codes_left })
              : t('profile.secondFactorHint')}
          </Text>
        )}
        {data && <Choices isOn={data.authenticator} choose={setStep} />}
      </Stack>
      <Dialog title={t('profile.secondFactor')} isOpen={step !== undefined} close={close}>
        {step === 'add' && <AddAuthenticator cancel={close} done={done} />}
        {step === 'renew' && (
          <SecondFactorForm endpoint={secondFactor.makeRecoveryCodes} cancel={close} done={done} />
        )}
        {step === 'remove' && (
          <SecondFactorForm
            endpoint={secondFactor.removeAuthenticator}
            cancel={close}
            done={done}
          />
        )}
      </Dialog>
      <RecoveryCodes codes={recoveryCodes} close={() => setRecoveryCodes([])} />
    </Card>
  )
}

function Choices({ isOn, choose }: { isOn: boolean; choose: (step: Step) => void }) {
  if (!isOn) {
    return (
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => choose('add')}>
        {t('profile.setUp')}
      </Button>
    )
  }
  return (
    <Group>
      <Button variant="default" onClick={() => choose('renew')}>
        {t('profile.newRecoveryCodes')}
      </Button>
      <Button variant="default" onClick={() => choose('remove')}>
        {t('profile.turnOff')}
      </Button>
    </Group>
  )
}

interface DialogProps {
  title: string
  isOpen: boolean
  close: () => void
  children: ReactNode
}

function Dialog({ title, isOpen, close, children }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
      // A click beside it would lose codes that are shown only once.
      closeOnClickOutside={false}
    >
      {children}
    </Modal>
  )
}

function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Dialog title={t('profile.recoveryCodes')} isOpen={codes.length > 0} close={close}>
      <Stack>
        <Text size="sm">{t('profile.recoveryHint')}</Text>
        <Code block>{codes.join('\n')}</Code>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() =>
              void copyText(codes.join('\n'), {
                copied: t('profile.codesCopied'),
                failed: t('profile.codesCopyFailed'),
              })
            }
          >
            {t('profile.copyCodes')}
          </Button>
          <Button onClick={close}>{t('profile.codesKept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
