import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Anchor } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, type IdempotencyKey } from '../../shared/calls/client.ts'
import type { FormOptions } from '../../shared/forms/use-form.ts'
import type { KeptValuesOptions } from '../../shared/forms/use-kept-values.ts'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { showError, showSuccess } from '../../shared/ui/toasts.ts'
import { useIfStillShown } from '../../shared/ui/use-if-still-shown.ts'
import { lastPaymentMade, noteLastPayment } from './last-payment.ts'
import type { OfferedDevice } from './offered.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

/** The intention (idempotency-key.ts). */
export const paying = 'pay'

interface Terms {
  device_id: string
  amount: number
  duration: number
  programme?: string
  pay_again?: boolean
}

const termsOf = (
  { id, price, duration_minutes, programme }: OfferedDevice,
  pay_again: boolean | undefined,
): Terms => ({
  device_id: id,
  ...(pay_again !== undefined && { pay_again }),
  amount: price,
  duration: duration_minutes,
  ...(programme !== null && { programme }),
})

interface Paid {
  /** null: the card processor is slow; may be missing for a payment by code (SPEC section 7). */
  transaction?: Transaction | null
  payment?: CardPayment
  remaining_balance?: number
}

export interface PaymentProps {
  device: OfferedDevice | undefined
  /** Whether the chosen device is still loading. */
  isLoading: boolean
  /** @param cycleId the machine's cycle, if known */
  onPaid: (at: Device, cycleId: string | undefined) => void
  /** @returns whether the payment is shown */
  onPending: (card: CardPayment, at: Device) => boolean
  /** Refused, because the machine is held for another. */
  onHeld: () => void
}

/** The form of one payment on the terms shown. */
export function usePayment<Values extends Record<string, unknown>>(
  { device, isLoading, onPaid, onPending, onHeld }: PaymentProps,
  form: PaymentForm<Values>,
  send: (terms: Terms, values: Values, idempotencyKey: IdempotencyKey) => Promise<Paid>,
  heedRefusal?: (error: unknown) => void,
) {
  const ifStillShown = useIfStillShown()
  const [isSent, setSent] = useState(false)
  const [refusal, setRefusal] = useState<{ at: string; sentence?: string }>()
  /** Device at which the payer has confirmed another payment. */
  const wantsMoreAt = useRef<string>(undefined)
  /** Whether the server knows pay_again: during an update, a server of an earlier version may not. */
  const isAsked = useRef(true)
  const payment = useMoneyForm({
    ...form,
    intention: paying,
    objection: (values) => {
      if (device) return form.objection?.(values)
      return {
        fields: [],
        sentence: t(isLoading ? 'payments.deviceLoading' : 'payments.deviceMissing'),
      }
    },
    send: async (values: Values, key) => {
      if (!device) throw new Error('a payment is at a device')
      noteLastPayment(key, device)
      setSent(true)
      setRefusal({ at: device.id })
      const payAgain = isAsked.current ? wantsMoreAt.current === device.id : undefined
      // Captured now, because the choice may change before the answer.
      return { ...(await send(termsOf(device, payAgain), values, key)), at: device }
    },
    done: (paid) => {
      const { transaction, payment: pending, remaining_balance, at } = paid
      setSent(false)
      if (!transaction && remaining_balance === undefined) {
        const isShown = pending && ifStillShown(() => onPending(pending, at))
        if (pending && !isShown) showPending(pending)
        return
      }
      showSuccess(t('payments.paid'), <Receipt {...paid} />)
      ifStillShown(() => onPaid(at, transaction ? cycleOf(transaction, pending) : undefined))
    },
    failed: (error) => {
      setSent(false)
      heedRefusal?.(error)
      if (isRefused(error, /^held_for_another$/)) onHeld()
      if (isRefused(error, /^(device_(?!not_)|held_for_another$)/)) {
        setRefusal((sent) => sent && { ...sent, sentence: error.message })
      }
      showPaymentFailure(error)
    },
    wishAfter: (error) => {
      if (isUnknown(error, 'pay_again')) {
        isAsked.current = false
        return Promise.resolve('once more')
      }
      if (!isRefused(error, /^paid_already$/)) return undefined
      setSent(false)
      wantsMoreAt.current = device?.id
      return askToPayAgain(error.message)
    },
    left: () => {
      wantsMoreAt.current = undefined
    },
    seen: ({ outcome, id, key }) => {
      if (lastPaymentMade(key)?.at.id === device?.id) wantsMoreAt.current = device?.id
      return seenAt(outcome, id)
    },
  })
  useLeaveWarning(payment.isSaving && isSent)
  /** Why the chosen machine takes no payment; a toast has said it, too. */
  const refused = refusal?.at === device?.id ? refusal?.sentence : undefined
  return { ...payment, refused }
}

function showPaymentFailure(error: unknown) {
  if (isRefused(error, /^device_not_/)) return showError(t('payments.notActive'))
  showFailure(t('payments.failed'), {
    intention: paying,
    notSent: t('payments.notSent'),
    unknown: t('payments.unknown'),
  })(error)
}

/** The server decides, because they may have paid in another tab or on another phone. */
async function askToPayAgain(text: string) {
  const { confirmRepeat } = await awaited(() => import('../../shared/ui/confirm-repeat.tsx'))
  return confirmRepeat({
    title: t('payments.againTitle'),
    text,
    confirm: t('payments.again'),
    link: { to: paths.dashboard, label: t('payments.againLook') },
  })
}

/** Form values, and objections before anything is sent to an available device. */
type PaymentForm<Values extends Record<string, unknown>> = KeptValuesOptions<Values> &
  Pick<FormOptions<Values, never>, 'objection'>

function isRefused(error: unknown, codes: RegExp): error is ApiError {
  return error instanceof ApiError && codes.test(error.code ?? '')
}

function isUnknown(error: unknown, name: string) {
  return isRefused(error, /^invalid_input$/) && error.details?.some(({ field }) => field === name)
}

function cycleOf({ id, payment_method }: Transaction, card: CardPayment | undefined) {
  return payment_method === 'prepaid_code' ? id : (card?.cycle_id ?? undefined)
}

/** For a payer who has moved on. */
function showPending({ id }: CardPayment) {
  const { to, label } = seenAt('pending', id)
  showSuccess(
    t('payments.lastPending'),
    <Anchor component={Link} to={to} size="sm">
      {label}
    </Anchor>,
  )
}

/** Page of a payment that succeeded or is pending at the card processor. */
export function seenAt(outcome: string, id: string) {
  return outcome === 'pending'
    ? { to: paths.pendingPayment(id), label: t('payments.viewPending') }
    : { to: paths.transaction(id), label: t('payments.viewTransaction') }
}

function Receipt({ transaction, remaining_balance: remaining }: Paid) {
  return (
    <>
      {remaining !== undefined && <>{t('payments.remaining', { amount: money(remaining) })} </>}
      {transaction && (
        <Anchor component={Link} to={paths.transaction(transaction.id)} size="sm">
          {t('payments.viewTransaction')}
        </Anchor>
      )}
    </>
  )
}
