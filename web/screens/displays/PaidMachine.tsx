import type { DisplayPayment, displays } from '@coinless/contract/displays.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { t } from '../../shared/texts/texts.ts'
import { money, timeOrDate } from '../../shared/ui/formats.ts'

export type Paid = z.output<typeof displays.pay.reply>

const pollMs = 2_000

interface PaidMachineProps {
  paid: Paid
  secret: string
  close: () => void
}

/** Whether the machine runs, and what is left on the code. */
export function PaidMachine({ paid, secret, close }: PaidMachineProps) {
  const { id, amount } = paid.transaction
  const button = useRef<HTMLButtonElement>(null)
  // The form took the focus with it.
  useEffect(() => button.current?.focus(), [])
  const { data } = useQuery({
    queryKey: ['display payment', id],
    queryFn: ({ signal }) =>
      call(calls.displays.payment, { token: secret, params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'starting' || !state.data) && pollMs,
    gcTime: 0,
  })
  const { title, line } = saidOf(data, amount)
  return (
    <Stack align="center">
      <Stack gap={4} align="center" ta="center">
        <Title order={2}>{title}</Title>
        {line && <Text>{line}</Text>}
        {!data?.given_back && (
          <Text c="dimmed">
            {t('display.leftOnCode', { amount: money(paid.remaining_balance) })}
          </Text>
        )}
      </Stack>
      <Button ref={button} onClick={close}>
        {t('action.close')}
      </Button>
    </Stack>
  )
}

function saidOf(payment: DisplayPayment | undefined, amount: number) {
  switch (payment?.state) {
    case 'running':
      return {
        title: t('cycle.running'),
        line: payment.ends_at && t('cycle.endsAt', { time: timeOrDate(payment.ends_at) }),
      }
    case 'finished':
      return { title: t('cycle.done') }
    case 'not_started':
    case 'interrupted':
      return {
        title: t(payment.state === 'interrupted' ? 'cycle.interrupted' : 'cycle.notStarted'),
        line:
          payment.given_back > 0 && t('cycle.backOnCode', { amount: money(payment.given_back) }),
      }
    default:
      return {
        title: t('cycle.starting'),
        line: t('cycle.startingHint', { amount: money(amount) }),
      }
  }
}
