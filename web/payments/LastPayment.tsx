import type { Device } from '@coinless/contract/devices.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, messageOf } from '../api.ts'
import { close, openKey } from '../once.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { attemptOf, isAgain } from './last-attempt.ts'
import { paying } from './use-payment.tsx'

const pauseMs = 2_000

/**
 * What became of a payment that was on its way when this page was left or loaded anew. Until somebody
 * has taken note that it was made, the same payment is still that one, and is not taken twice.
 */
export function LastPayment({ device }: { device: Device | undefined }) {
  const [key, setKey] = useState(() => openKey(paying))
  function takeNote() {
    if (key) close(paying, key)
    setKey(null)
  }
  return key && <Outcome paymentKey={key} device={device} takeNote={takeNote} />
}

interface OutcomeProps {
  paymentKey: string
  /** Where somebody is about to pay now. */
  device: Device | undefined
  takeNote: () => void
}

function Outcome({ paymentKey, device, takeNote }: OutcomeProps) {
  const [attempt] = useState(() => attemptOf(paymentKey))
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-attempts', paymentKey],
    queryFn: ({ signal }) =>
      call(endpoints.payments.attempt, { params: { key: paymentKey }, signal }),
    // It may still be on its way.
    refetchInterval: ({ state }) => (state.data?.outcome === 'unknown' ? pauseMs : false),
  })
  const isRefused = data?.outcome === 'refused'
  useEffect(() => {
    if (isRefused) close(paying, paymentKey)
  }, [isRefused, paymentKey])
  if (error) {
    const message = messageOf(error, t('payments.lastFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return null
  const { outcome, id } = data
  const at = attempt?.at && (
    <Text size="sm">{`${t('payments.device')}: ${attempt.at.label} · ${attempt.at.device_number}`}</Text>
  )
  if (outcome === 'refused') {
    return (
      <Alert color="red" title={t('payments.lastRefused')}>
        {at}
      </Alert>
    )
  }
  if (outcome === 'unknown') {
    return (
      <Alert color="yellow" title={t('payments.lastUnknown')}>
        {at}
        {attempt && isAgain(attempt, device) && <Text size="sm">{t('payments.lastAgain')}</Text>}
      </Alert>
    )
  }
  const isPaid = outcome === 'paid'
  return (
    <Alert
      color={isPaid ? 'green' : 'yellow'}
      title={isPaid ? t('payments.lastPaid') : t('payments.lastPending')}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={takeNote}
    >
      {at}
      {id && (
        <Anchor
          component={Link}
          to={isPaid ? paths.transaction(id) : paths.pendingPayment(id)}
          size="sm"
          onClick={takeNote}
        >
          {isPaid ? t('payments.viewTransaction') : t('payments.viewPending')}
        </Anchor>
      )}
    </Alert>
  )
}
