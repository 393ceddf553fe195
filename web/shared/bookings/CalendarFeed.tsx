import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { withIdempotencyKey } from '../calls/idempotency-key.ts'
import { addressOf } from '../calls/request.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { showFailure, showMoneyFailure } from '../queries/failures.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { copyText } from '../ui/copy-text.ts'
import { timeOrDate } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call(calls.calendars.get, { signal }),
  staleTime: 0,
})

/** Intention for idempotency-key.ts. */
const creating = 'create calendar'

/** A feed of the user's bookings for calendar apps. */
export function CalendarFeed() {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState<string>()
  return (
    <>
      <Button variant="subtle" size="xs" mt="xs" onClick={() => setOpen(true)}>
        {t('calendar.subscribe')}
      </Button>
      <Dialog
        title={t('calendar.subscribe')}
        isOpen={isOpen}
        close={() => {
          setOpen(false)
          setAddress(undefined)
        }}
        isShownOnce={address !== undefined}
      >
        {address ? <Address address={address} /> : <Feed created={setAddress} />}
      </Dialog>
    </>
  )
}

/** Shown once. */
function Address({ address }: { address: string }) {
  const says = { copied: t('calendar.copied'), failed: t('calendar.copyFailed') }
  return (
    <Stack>
      <Alert color="yellow">{t('calendar.shownOnce')}</Alert>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {address}
      </Code>
      <Group>
        <Button
          component="a"
          href={address.replace(/^https?:/, 'webcal:')}
          leftSection={<CalendarPlus size={16} aria-hidden />}
        >
          {t('calendar.open')}
        </Button>
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => void copyText(address, says)}
        >
          {t('calendar.copy')}
        </Button>
      </Group>
    </Stack>
  )
}

function Feed({ created }: { created: (address: string) => void }) {
  const { data, error } = useQuery(calendarQuery)
  const { create, end, isBusy } = useFeedChanges(created)
  return (
    <Stack>
      <Text size="sm">{t('calendar.hint')}</Text>
      {error && <Alert color="red">{messageOf(error, t('calendar.loadFailed'))}</Alert>}
      {data === null && (
        <BusyButton isBusy={isBusy} onClick={create}>
          {t('calendar.create')}
        </BusyButton>
      )}
      {data && (
        <>
          <Text size="sm" c="dimmed">
            {data.last_fetched_at
              ? t('calendar.fetched', { time: timeOrDate(data.last_fetched_at) })
              : t('calendar.notFetched')}
          </Text>
          <Group>
            <BusyButton
              variant="default"
              isBusy={isBusy}
              onClick={() => confirmEnd(t('calendar.replaceTitle'), t('calendar.replace'), create)}
            >
              {t('calendar.replace')}
            </BusyButton>
            <BusyButton
              variant="default"
              isBusy={isBusy}
              onClick={() => confirmEnd(t('calendar.endTitle'), t('calendar.end'), end)}
            >
              {t('calendar.end')}
            </BusyButton>
          </Group>
        </>
      )}
    </Stack>
  )
}

function confirmEnd(title: string, confirmLabel: string, onConfirm: () => void) {
  confirmDeletion({ title, text: t('calendar.ends'), confirmLabel, onConfirm })
}

function useFeedChanges(created: (address: string) => void) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(calendarQuery)
  const creation = useSingleMutation({
    mutationKey: [creating],
    mutationFn: () =>
      withIdempotencyKey(
        creating,
        (idempotencyKey) => call(calls.calendars.create, { idempotencyKey }),
        // The address of a lost answer was never shown.
        async () => 'once more',
      ),
    onSuccess: ({ secret }) =>
      created(new URL(addressOf(`/calendars/${secret}`), location.href).href),
    onError: showMoneyFailure(creating, t('calendar.createFailed')),
    onSettled,
  })
  const ending = useMutation({
    mutationFn: () => call(calls.calendars.end),
    onSuccess: () => showSuccess(t('calendar.ended')),
    onError: showFailure(t('calendar.endFailed')),
    onSettled,
  })
  return {
    create: () => creation.mutate(),
    end: () => ending.mutate(),
    isBusy: creation.isPending || ending.isPending,
  }
}
