import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Anchor } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Link } from 'react-router'
import { NotSent } from '../connection.ts'
import { showFailure } from '../failures.ts'
import { once, repeated } from '../once.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { setUnsaved } from '../unsaved.ts'
import { noteAttempt } from './last-attempt.ts'

/** The intention, as once.ts calls it. */
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
  onPaid: () => void
  onPending: (cardPaymentId: string) => void
}

/** One payment at the terms that the screen shows. What it changed is loaded anew, paid or not. */
export function usePayment<Values>(
  { device, onPaid, onPending }: PaymentProps,
  send: (terms: Terms, values: Values, idempotencyKey: string) => Promise<Paid>,
  /** Whatever was typed since it was sent stays. */
  clear: (paid: Values) => void,
) {
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const payment = useMutation({
    mutationFn: ({ at, values }: { at: Device; values: Values }) =>
      once(paying, (key) => {
        noteAttempt(key, at)
        return repeated(() => send(termsOf(at), values, key))
      }),
    onSuccess: ({ transaction, payment: pending, remaining_balance }, { values }) => {
      clear(values)
      if (!transaction) return pending && ifStillHere(() => onPending(pending.id))
      showSuccess(
        t('payments.paid'),
        <Receipt transaction={transaction} remaining={remaining_balance} />,
      )
      ifStillHere(onPaid)
    },
    onError: showFailure(t('payments.failed'), {
      notSent: t('payments.notSent'),
      unknown: t('payments.unknown'),
    }),
    onSettled: (_, error) => {
      // Without a connection nothing has changed, and nothing could be loaded.
      const isUnsent = [error, error instanceof Error && error.cause].some(
        (reason) => reason instanceof NotSent,
      )
      if (!isUnsent) void queryClient.invalidateQueries()
    },
  })
  useAskedAbout(payment.isPending)
  return {
    isProcessing: payment.isPending,
    pay: (values: Values) => {
      if (!device) return showError(t('payments.deviceMissing'))
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
