import { endpoints } from '@coinless/contract/endpoints.ts'
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, messageOf } from '../api.ts'
import { close, openKey } from '../once.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { paying } from './use-payment.tsx'

const pauseMs = 2_000

/**
 * What became of a payment that was on its way when this page was left or loaded anew. Until somebody
 * has taken note that it was made, the same payment is still that one, and is not taken twice.
 */
export function LastPayment() {
  const [key, setKey] = useState(() => openKey(paying))
  function takeNote() {
    if (key) close(paying, key)
    setKey(null)
  }
  return key && <Outcome paymentKey={key} takeNote={takeNote} />
}

function Outcome({ paymentKey, takeNote }: { paymentKey: string; takeNote: () => void }) {
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
  if (outcome === 'refused') return <Alert color="red" title={t('payments.lastRefused')} />
  if (outcome === 'unknown') return <Alert color="yellow" title={t('payments.lastUnknown')} />
  const isPaid = outcome === 'paid'
  return (
    <Alert
      color={isPaid ? 'green' : 'yellow'}
      title={isPaid ? t('payments.lastPaid') : t('payments.lastPending')}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={takeNote}
    >
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
