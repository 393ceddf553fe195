import { type Offer, type OneTopUp, topUps } from '@coinless/contract/top-ups.ts'
import { Anchor } from '@mantine/core'
import { useLocation } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { useShownValues } from '../../shared/forms/use-shown-values.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useIfStillShown } from '../../shared/ui/use-if-still-shown.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

export interface TopUpProps {
  codeId: string
  offer: Offer
  /** The device that the code pays at afterwards. */
  deviceId: string | undefined
}

/** @param cardToken returns the card's token at the time of sending */
export function useTopUp({ codeId, offer, deviceId }: TopUpProps, cardToken: () => string) {
  const [, navigate] = useLocation()
  const ifStillShown = useIfStillShown()
  const name = `top up by card ${codeId}`
  const seen = useShownValues(offer.topped_up)
  const form = useMoneyForm<{ amount: number | string }, OneTopUp>({
    name,
    intention: name,
    initial: { amount: offer.amounts[0] ?? '' },
    validate: checkedBy(topUps.create.body.pick({ amount: true })),
    send: ({ amount }, idempotencyKey) =>
      call(calls.topUps.create, {
        params: { id: codeId },
        body: {
          amount: Number(amount),
          payment_method_id: cardToken(),
          seen_topped_up: seen.take(),
        },
        idempotencyKey,
      }),
    done: (topUp) => {
      void showAnswer(['top-ups', topUp.id], topUp)
      ifStillShown(() => true) ?? showBegun(topUp)
    },
    leave: ({ id }) => navigate(paths.topUp(id, deviceId), { replace: true }),
    // After a change of the amount, the page of this top-up would look like that of the new, unpaid amount.
    stay: showBegun,
    told: seen.told,
    failed: showMoneyFailure(name, t('topUps.failed')),
    seen: ({ id }) => ({ to: paths.topUp(id, deviceId), label: t('topUps.see') }),
  })
  useLeaveWarning(form.isSaving)
  return form
}

/** For a user who has moved on. */
function showBegun({ id, status }: OneTopUp) {
  showSuccess(
    t(status === 'completed' ? 'payments.paid' : 'payments.lastPending'),
    <Anchor component={Link} to={paths.topUp(id)} size="sm">
      {t('topUps.see')}
    </Anchor>,
  )
}
