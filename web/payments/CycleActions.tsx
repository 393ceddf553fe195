import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { cycleQuery, type ShownCycle } from '../live/live-queries.ts'
import { showFailure } from '../queries/failures.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { money } from '../ui/formats.ts'

/** How old an amount may be that somebody agrees to: it falls by the minute. */
const amountMs = 5_000

/** What whoever paid may do about it now. */
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
        <Button
          leftSection={<Play size={16} />}
          loading={startAnew.isPending}
          disabled={isBusy}
          onClick={() => startAnew.mutate()}
        >
          {t('cycle.startAnew')}
        </Button>
        <Button
          variant="default"
          loading={stop.isPending}
          disabled={isBusy}
          onClick={() => stop.mutate()}
        >
          {t('cycle.decline')}
        </Button>
      </>
    )
  }
  if (!may_stop) return null
  return (
    <Button
      variant="light"
      color="red"
      leftSection={<Square size={16} />}
      loading={isBusy}
      onClick={askToStop}
    >
      {t('cycle.stop')}
    </Button>
  )
}

function useAsked(id: string, what: 'stop' | 'startAnew') {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationKey: ['cycle', id, what],
    mutationFn: () => call(calls.cycles[what], { params: { id } }),
    onError: showFailure(t(what === 'stop' ? 'cycle.stopFailed' : 'cycle.startFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cycles'] }),
  })
}

/** Told before anybody agrees, as it is at that moment. */
function WhatComesBack({ id }: { id: string }) {
  const { data } = useQuery({ ...cycleQuery(id), refetchInterval: amountMs })
  const [cycle] = data ?? []
  if (!cycle) return null
  const { stop_gives_back: back, amount } = cycle
  if (back === null) return <Text size="sm">{t('cycle.stopTooLate')}</Text>
  const facts = { amount: money(back), price: money(amount) }
  const isByCard = cycle.payment_method === 'credit_card'
  return <Text size="sm">{back > 0 ? backTo() : t('cycle.stopNothingBack', facts)}</Text>

  function backTo() {
    return isByCard ? t('cycle.stopBackToCard', facts) : t('cycle.stopBackToCode', facts)
  }
}
