import { Alert, Anchor, Button, Card, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../../shared/calls/client.ts'
import { type ShownCycle, useCycle } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ReportLink } from '../../shared/navigation/ReportLink.tsx'
import { NotificationOffer } from '../../shared/notifications/NotificationOffer.tsx'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LabelAndNumber } from '../../shared/ui/LabelAndNumber.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { hideSuccess } from '../../shared/ui/toasts.ts'
import { CycleActions } from './CycleActions.tsx'
import { CycleState } from './CycleState.tsx'

interface CycleCardProps {
  id: string
  /** Whether it was paid for on this page; if so, it gets the focus. */
  isNew: boolean
  payAgain: (deviceId: string) => void
  close: () => void
}

/** Shows the progress and outcome of a payment at its machine. */
export default function CycleCard({ id, isNew, payAgain, close }: CycleCardProps) {
  const { cycle, error, refetch } = useCycle(id)
  const card = useRef<HTMLDivElement>(null)
  const isShown = cycle !== undefined
  useEffect(() => {
    if (!isShown || !isNew || !isStillPaying()) return
    card.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [isShown, isNew])
  useMoneyThatMoves(cycle)
  const isUndone = isNew && cycle?.state === 'not_started'
  useEffect(() => {
    if (isUndone) hideSuccess()
  }, [isUndone])
  if (error && !cycle) {
    const message = messageOf(error, t('cycle.loadFailed'))
    const isGone = error instanceof ApiError && error.status === 404
    if (isGone) return <Alert color="yellow" icon={<CircleAlert />} title={message} />
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!cycle) return <Loading rows={4} />
  return (
    <Card
      ref={card}
      withBorder
      component="section"
      aria-label={t('cycle.title')}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Group justify="space-between" align="start" wrap="nowrap">
        <Anchor component={Link} to={paths.device(cycle.device_id)} fw={600}>
          <LabelAndNumber text={`${cycle.device_label} · ${cycle.device_number}`} />
        </Anchor>
        <CloseButton aria-label={t('action.close')} onClick={close} />
      </Group>
      <Stack align="center" ta="center" gap="sm" py="md">
        <CycleState cycle={cycle} />
        <Group justify="center">
          <CycleActions cycle={cycle} />
          {cycle.ended_at && cycle.is_yours && (
            <Button onClick={() => payAgain(cycle.device_id)}>{t('cycle.payAgain')}</Button>
          )}
        </Group>
        {isCharged(cycle) && (
          <Anchor component={Link} to={paths.transaction(id)} size="sm">
            {t('payments.viewTransaction')}
          </Anchor>
        )}
        {cycle.is_yours && <ReportLink deviceId={cycle.device_id} paymentId={id} />}
        {!cycle.ended_at && (
          <Text size="xs" c="dimmed">
            {t('cycle.leave')}
          </Text>
        )}
      </Stack>
      {cycle.is_yours && <NotificationOffer isOver={cycle.ended_at !== null} />}
    </Card>
  )
}

/** Whether the focus is still in the payment form, so that it is not taken from another task. */
function isStillPaying(): boolean {
  const focused = document.activeElement
  // Safari focuses the element around a tapped button, not the button.
  const isNowhere = focused === document.body || focused?.id === 'main'
  return isNowhere || Boolean(focused?.closest('main form'))
}

/** A card that is only authorized has no transaction yet, and may never get one. */
function isCharged({ payment_method, run_since, state }: ShownCycle): boolean {
  return payment_method === 'prepaid_code' || (run_since !== null && state !== 'starting')
}

/** Invalidates what other screens have loaded when money moves. */
function useMoneyThatMoves(cycle: ShownCycle | undefined) {
  const queryClient = useQueryClient()
  const { state, given_back } = cycle ?? {}
  useEffect(() => {
    if (state === undefined || given_back === undefined) return
    for (const kind of ['transactions', 'prepaid-codes', 'dashboard', 'device-states']) {
      void queryClient.invalidateQueries({ queryKey: [kind] })
    }
  }, [state, given_back, queryClient])
}
