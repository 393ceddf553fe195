import type { Cycle } from '@coinless/contract/cycles.ts'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { NoAnswer, NotSent } from '../../shared/calls/connection.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { cycleQuery, type ShownCycle } from '../../shared/live/live-queries.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { money } from '../../shared/ui/formats.ts'

/** Maximum age of the refund shown before a stop: it decreases every minute. */
const amountMs = 5_000

/** Actions that the payer may take now. */
export function CycleActions({ cycle }: { cycle: ShownCycle }) {
  const { id, may_stop, may_start_anew } = cycle
  const stop = useAsked(id, 'stop')
  const startAnew = useAsked(id, 'startAnew')
  const askToStop = () =>
    confirmDeletion({
      title: t('cycle.stopTitle'),
      text: <WhatComesBack id={id} />,
      confirmLabel: t('cycle.stop'),
      onConfirm: () => stop.mutate(),
    })
  const isBusy = stop.isPending || startAnew.isPending
  if (may_start_anew) {
    return (
      <>
        <BusyButton
          leftSection={<Play size={16} />}
          isBusy={startAnew.isPending}
          disabled={isBusy}
          onClick={() => startAnew.mutate()}
        >
          {t('cycle.startAnew')}
        </BusyButton>
        <BusyButton
          variant="default"
          isBusy={stop.isPending}
          disabled={isBusy}
          onClick={() => stop.mutate()}
        >
          {t('cycle.decline')}
        </BusyButton>
      </>
    )
  }
  if (!may_stop) return null
  return (
    <BusyButton
      variant="light"
      color="red"
      leftSection={<Square size={16} />}
      isBusy={isBusy}
      onClick={askToStop}
    >
      {t('cycle.stop')}
    </BusyButton>
  )
}

/** Whether the action is still offered; it no longer is once it succeeded. */
const isOffered = {
  stop: ({ may_stop, may_start_anew }: Cycle) => may_stop || may_start_anew,
  startAnew: ({ may_start_anew }: Cycle) => may_start_anew,
}

function useAsked(id: string, what: 'stop' | 'startAnew') {
  const queryClient = useQueryClient()
  const sayFailure = showFailure(t(what === 'stop' ? 'cycle.stopFailed' : 'cycle.startFailed'))
  return useSingleMutation({
    mutationKey: ['cycle', id, what],
    mutationFn: () => call(calls.cycles[what], { params: { id } }),
    onError: async (error) => {
      // When an answer is lost, the machine's state shows the outcome. A request sent earlier may not.
      if (isLost(error)) await queryClient.cancelQueries({ queryKey: cycleQuery(id).queryKey })
      const [now] = isLost(error)
        ? await queryClient.fetchQuery(cycleQuery(id)).catch(() => [])
        : []
      if (!now || isOffered[what](now)) sayFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cycles'] }),
  })
}

function isLost(error: unknown): boolean {
  return error instanceof NoAnswer && !(error instanceof NotSent)
}

/** The refund for a stop, shown and kept current before the user confirms. */
function WhatComesBack({ id }: { id: string }) {
  const { data } = useQuery({ ...cycleQuery(id), refetchInterval: amountMs })
  const [cycle] = data ?? []
  if (!cycle) return null
  const { stop_gives_back: back, amount, silent_since } = cycle
  if (cycle.is_stopping) return <Text size="sm">{t('cycle.stopping')}</Text>
  if (back === null) return <Text size="sm">{t('cycle.stopTooLate')}</Text>
  // Neither the remaining run time nor the refund is known.
  if (silent_since) return <Text size="sm">{t('cycle.stopSilent')}</Text>
  const facts = { amount: money(back), price: money(amount) }
  const isByCard = cycle.payment_method === 'credit_card'
  return <Text size="sm">{back > 0 ? backTo() : t('cycle.stopNothingBack')}</Text>

  function backTo() {
    return isByCard ? t('cycle.stopBackToCard', facts) : t('cycle.stopBackToCode', facts)
  }
}
