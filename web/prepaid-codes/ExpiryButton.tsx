import { endpoints } from '@coinless/contract/endpoints.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { endOfDay, lastDay } from './expiry.ts'

/** Lets a code end with a day, or never. */
export function ExpiryButton({ code }: { code: PrepaidCode }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('prepaidCodes.expiry')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('prepaidCodes.expiryTitle')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        centered
      >
        <ExpiryForm code={code} close={close} />
      </Modal>
    </>
  )
}

function ExpiryForm({ code, close }: { code: PrepaidCode; close: () => void }) {
  const [day, setDay] = useState(lastDay(code.expires_at))
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const change = useMutation({
    mutationFn: () =>
      call(endpoints.prepaidCodes.setExpiry, {
        params: { id: code.id },
        body: { expires_at: endOfDay(day) },
      }),
    onSuccess: () => {
      ifStillHere(close)
      showSuccess(t('prepaidCodes.expiryChanged'))
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: showFailure(t('prepaidCodes.expiryFailed')),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack>
        <Text size="sm">{t('prepaidCodes.expiryHint')}</Text>
        <TextInput
          label={t('prepaidCodes.lastDay')}
          type="date"
          data-autofocus
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
