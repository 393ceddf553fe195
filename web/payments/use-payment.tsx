import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Anchor } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { IdempotencyKey } from '../api/client.ts'
import { paths } from '../navigation/paths.ts'
import { setUnsaved } from '../navigation/unsaved.ts'
import { showFailure } from '../queries/failures.ts'
import { useMoneyMutation } from '../queries/use-money-mutation.tsx'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { noteLastPayment } from './last-payment.ts'

/** The intention, as idempotency-key.ts calls it. */
export const paying = 'pay'

interface Terms {
  device_id: string
  amount: number
  duration: number
}

const termsOf = ({ id, price, duration_minutes }: Device): Terms => ({
  device_id: id,
  amount: price,
  duration: duration_minutes,
})

interface Paid {
  /** null: the card processor takes its time. */
  transaction: Transaction | null
  payment?: CardPayment
  remaining_balance?: number
}

export interface PaymentProps {
  device: Device | undefined
  onPaid: (at: Device) => void
  /** @returns whether it is shown */
  onPending: (cardPaymentId: string, at: Device) => boolean
}

/** One payment at the terms that the screen shows. */
export function usePayment<Values>(
  { device, onPaid, onPending }: PaymentProps,
  send: (terms: Terms, values: Values, idempotencyKey: IdempotencyKey) => Promise<Paid>,
  /** Whatever was typed since it was sent stays. */
  clear: (paid: Values) => void,
) {
  const ifStillHere = useIfStillHere()
  const [isSent, setSent] = useState(false)
  const payment = useMoneyMutation({
    intention: paying,
    send: ({ at, values }: { at: Device; values: Values }, key) => {
      noteLastPayment(key, at)
      setSent(true)
      return send(termsOf(at), values, key)
    },
    onSuccess: ({ transaction, payment: pending, remaining_balance }, { at, values }) => {
      clear(values)
      if (!transaction) {
        const isShown = pending && ifStillHere(() => onPending(pending.id, at))
        if (pending && !isShown) showPending(pending)
        return
      }
      showSuccess(
        t('payments.paid'),
        <Receipt transaction={transaction} remaining={remaining_balance} />,
      )
      ifStillHere(() => onPaid(at))
    },
    onError: showFailure(t('payments.failed'), {
      intention: paying,
      notSent: t('payments.notSent'),
      unknown: t('payments.unknown'),
    }),
    seen: ({ outcome, id }) => seenAt(outcome, id),
  })
  useAskedAbout(payment.isPending && isSent)
  return {
    isProcessing: payment.isPending,
    pay: (values: Values) => {
      if (!device) return showError(t('payments.deviceMissing'))
      setSent(false)
      payment.mutate({ at: device, values })
    },
  }
}

/** Whoever leaves while a payment is on its way is told so, and asked first. */
function useAskedAbout(isOnItsWay: boolean) {
  const id = useId()
  useEffect(() => {
    setUnsaved(id, isOnItsWay ? 'payment' : undefined)
    return () => setUnsaved(id, undefined)
  }, [id, isOnItsWay])
}

/** To whoever has gone on meanwhile. */
function showPending({ id }: CardPayment) {
  const { to, label } = seenAt('pending', id)
  showSuccess(
    t('payments.lastPending'),
    <Anchor component={Link} to={to} size="sm">
      {label}
    </Anchor>,
  )
}

/** Where a payment is looked at that was done, or is pending at the card processor. */
export function seenAt(outcome: string, id: string) {
  return outcome === 'pending'
    ? { to: paths.pendingPayment(id), label: t('payments.viewPending') }
    : { to: paths.transaction(id), label: t('payments.viewTransaction') }
}

interface ReceiptProps {
  transaction: Transaction
  remaining: number | undefined
}

function Receipt({ transaction, remaining }: ReceiptProps) {
  return (
    <>
      {remaining !== undefined && <>{t('payments.remaining', { amount: money(remaining) })} </>}
      <Anchor component={Link} to={paths.transaction(transaction.id)} size="sm">
        {t('payments.viewTransaction')}
      </Anchor>
    </>
  )
}
