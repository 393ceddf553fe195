import type { displays } from '@coinless/contract/displays.ts'
import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { isOutcomeUnknown, keyedAttempts } from '../../shared/calls/idempotency-key.ts'
import { CodeField } from '../../shared/codes/CodeField.tsx'
import { groupedCode } from '../../shared/codes/grouped-code.ts'
import { CancelDialog } from '../../shared/forms/Dialog.tsx'
import { ScanButton } from '../../shared/scan/ScanButton.tsx'
import { prepaidCode } from '../../shared/scan/scanned-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { minutes, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import type { Paid } from './PaidMachine.tsx'
import type { ShownMachine } from './use-displayed-room.ts'

type Body = z.input<typeof displays.pay.body>

interface PayFormProps {
  secret: string
  machine: ShownMachine
  setPaying: (isPaying: boolean) => void
  /** Someone is there. */
  touched: () => void
  done: (paid: Paid) => void
}

export function PayForm({ secret, machine, setPaying, touched, done }: PayFormProps) {
  const { data: scanned, error: loadError, refetch } = useScanned(machine)
  const [programme, setProgramme] = useState<string>()
  const [code, setCode] = useState('')
  const [attempt] = useState(() =>
    keyedAttempts((body: Body, idempotencyKey) =>
      call(calls.displays.pay, { token: secret, body, idempotencyKey }),
    ),
  )
  const offers = scanned?.offers ?? []
  const offer = offers.find((each) => each.programme === programme) ?? offers[0] ?? scanned
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (prepaid_code: string) => {
      if (!offer) return
      const { price: amount, duration_minutes: duration } = offer
      const chosen = 'programme' in offer && { programme: offer.programme }
      const body = { device_id: machine.device_id, amount, duration, ...chosen, prepaid_code }
      done(await attempt(body))
    },
    // The price may have changed.
    onError: () => void refetch(),
    // It holds the code.
    gcTime: 0,
  })
  const tellPaying = useEffectEvent(setPaying)
  useEffect(() => tellPaying(isPending), [isPending])
  if (!offer) return <LoadState failed={loadError !== null} />
  const isUnknown = isOutcomeUnknown(error)
  const failed = error && messageOf(error, t(isUnknown ? 'display.unclear' : 'display.payFailed'))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code && !isPending) mutate(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {offers.length > 1 ? (
          <NativeSelect
            label={t('field.programme')}
            size="md"
            disabled={isUnknown || isPending}
            value={'programme' in offer ? (offer.programme ?? '') : ''}
            onChange={({ currentTarget }) => setProgramme(currentTarget.value)}
            data={offers.map((each) => ({
              value: each.programme ?? '',
              label: `${each.programme} · ${termsOf(each)}`,
            }))}
          />
        ) : (
          <Text>{termsOf(offer)}</Text>
        )}
        <Group align="end" gap="xs">
          <Box flex="1 1 12rem">
            <CodeField
              required
              isRefused={Boolean(failed)}
              takesFocus={offers.length < 2}
              input={{ value: code, onChange: isUnknown || isPending ? () => {} : setCode }}
            />
          </Box>
          <ScanButton
            what={prepaidCode}
            disabled={isUnknown || isPending}
            found={(scannedCode) => {
              touched()
              setCode(groupedCode(scannedCode))
            }}
          />
        </Group>
        {failed && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failed}
          </Text>
        )}
        <Group wrap="nowrap" gap="xs">
          <CancelDialog />
          <Button type="submit" flex={1} loading={isPending} disabled={!code}>
            {isUnknown ? t('list.tryAgain') : t('payments.pay', { amount: money(offer.price) })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function termsOf({ price, duration_minutes }: { price: number; duration_minutes: number }): string {
  return `${minutes(duration_minutes)} · ${money(price)}`
}

function useScanned({ sticker_number }: ShownMachine) {
  return useQuery({
    queryKey: ['displayed machine', sticker_number],
    queryFn: ({ signal }) => call(calls.rooms.scanned, { params: { sticker_number }, signal }),
    gcTime: 0,
  })
}

function LoadState({ failed }: { failed: boolean }) {
  return failed ? <Text role="alert">{t('shell.serverAway')}</Text> : <Loading />
}
