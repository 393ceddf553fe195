import type { ScannedMachine as Machine } from '@coinless/contract/rooms.ts'
import { Alert, Card, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call } from '../../shared/calls/client.ts'
import { LazyOthers } from '../../shared/rooms/LazyOthers.tsx'
import { sentenceOfState } from '../../shared/rooms/sentence-of-state.ts'
import { t } from '../../shared/texts/texts.ts'
import { minutes, money } from '../../shared/ui/formats.ts'

const colors: Partial<Record<Machine['now']['state'], string>> = {
  free: 'green',
  done: 'green',
  no_answer: 'red',
  out_of_order: 'red',
}

/** The machine that was scanned, above the choice of how to go on. */
export default function ScannedMachine({ number }: { number: string }) {
  const { machine, refused, isLate } = useScanned(number)
  if (refused) return <Alert color="yellow" title={refused} />
  if (!machine) {
    return isLate ? <Hint text={t('auth.thenPay')} /> : <Card withBorder mih="10rem" aria-busy />
  }
  const { label, device_number, location, now, is_open, others } = machine
  const { offers, ...first } = machine
  const { price, duration_minutes } = cheapest(offers) ?? first
  const amount = money(price)
  const isHeld = Boolean(now.held_until)
  const color = (is_open ? !isHeld && colors[now.state] : 'red') || 'blue'
  return (
    <>
      <Card withBorder padding="md" component="section" aria-label={label}>
        <Title order={2} size="h3">
          {label}
        </Title>
        <Text size="sm">
          <span translate="no">{device_number}</span> · {location}
        </Text>
        <Text mt={4}>
          <Text span fw={700} size="xl">
            {offers && offers.length > 1 ? t('scanned.priceNowFrom', { amount }) : amount}
          </Text>
          {` · ${minutes(duration_minutes)}`}
        </Text>
        <Text fw={600}>
          <span style={{ color: `var(--mantine-color-${color}-text)` }} aria-hidden>
            ●{' '}
          </span>
          {is_open ? sentenceOfState(now) : t('scanned.closed')}
        </Text>
      </Card>
      {is_open && now.state !== 'out_of_order' && (
        <Hint text={t(now.takes_payment && !isHeld ? 'auth.thenPay' : 'scanned.thenWait')} />
      )}
      <LazyOthers machines={others} />
    </>
  )
}

function cheapest(offers: Machine['offers']) {
  return offers?.reduce((least, each) => (each.price < least.price ? each : least))
}

function Hint({ text }: { text: string }) {
  return (
    <Text ta="center" c="dimmed">
      {text}
    </Text>
  )
}

interface Answer {
  to: string
  machine?: Machine
  /** Why the number leads to no machine. */
  refused?: string
  /** Shows nothing: the payment screen reports it. */
  isLate?: boolean
}

/** Asks once, without the query library, which the sign-in screen does not use. */
function useScanned(number: string): Omit<Answer, 'to'> {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    call(calls.rooms.scanned, { params: { sticker_number: number }, signal }).then(
      (machine) => setAnswer({ to: number, machine }),
      (error) => {
        if (signal.aborted) return
        const refused = refusalOf(error)
        setAnswer({ to: number, ...(refused ? { refused } : { isLate: true }) })
      },
    )
    return () => leaving.abort()
  }, [number])
  return answer?.to === number ? answer : {}
}

/** Why no machine can have the number, or none has it; undefined: no answer about the number. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return
  if (error.code === 'invalid_input') return error.details?.[0]?.message
  return error.code === 'sticker_not_found' ? error.message : undefined
}
