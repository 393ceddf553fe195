import { secondFactor } from '@coinless/contract/second-factor.ts'
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorQuery } from '../../shared/account/second-factor-query.ts'
import { messageOf } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { AddAuthenticator } from './AddAuthenticator.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'

type Step = 'add' | 'remove' | 'renew' | undefined

export function SecondFactorCard() {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const { data, error, refetch } = useQuery(secondFactorQuery)
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
        {data?.passkey && !data.authenticator && (
          <Text size="sm">{t('profile.recoveryLeft', { count: data.recovery_codes_left })}</Text>
        )}
        {data && (
          <Choices
            isOn={data.authenticator}
            hasFactor={data.authenticator || data.passkey}
            choose={setStep}
          />
        )}
      </Stack>
      <Dialog title={t('profile.secondFactor')} isOpen={step !== undefined} close={close}>
        {step === 'add' && <AddAuthenticator close={close} done={done} />}
        {step === 'renew' && (
          <SecondFactorForm endpoint={secondFactor.makeRecoveryCodes} close={close} done={done} />
        )}
        {step === 'remove' && (
          <SecondFactorForm endpoint={secondFactor.removeAuthenticator} close={close} done={done} />
        )}
      </Dialog>
      <RecoveryCodes codes={recoveryCodes} close={() => setRecoveryCodes([])} />
    </Card>
  )
}

interface ChoicesProps {
  isOn: boolean
  hasFactor: boolean
  choose: (step: Step) => void
}

function Choices({ isOn, hasFactor, choose }: ChoicesProps) {
  return (
    <Group>
      {!isOn && (
        <Button variant="default" onClick={() => choose('add')}>
          {t('profile.setUp')}
        </Button>
      )}
      {hasFactor && (
        <Button variant="default" onClick={() => choose('renew')}>
          {t('profile.newRecoveryCodes')}
        </Button>
      )}
      {isOn && (
        <Button variant="default" onClick={() => choose('remove')}>
          {t('profile.turnOff')}
        </Button>
      )}
    </Group>
  )
}
