import { endpoints } from '@coinless/contract/endpoints.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CancelDialog, Dialog } from '../Dialog.tsx'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { useKeptForm } from '../use-kept-form.ts'
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
      <Dialog title={t('prepaidCodes.expiryTitle')} isOpen={isOpen} close={close}>
        <ExpiryForm code={code} close={close} />
      </Dialog>
    </>
  )
}

function ExpiryForm({ code, close }: { code: PrepaidCode; close: () => void }) {
  const form = useKeptForm({
    name: `expiry of ${code.id}`,
    initial: { day: lastDay(code.expires_at) },
    validate: () => ({}),
  })
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const change = useMutation({
    mutationFn: ({ day }: typeof form.values) =>
      call(endpoints.prepaidCodes.setExpiry, {
        params: { id: code.id },
        body: { expires_at: endOfDay(day) },
      }),
    onSuccess: (_, sent) => {
      const hasRest = form.saved(sent)
      if (!hasRest) ifStillHere(close)
      showSuccess(t('prepaidCodes.expiryChanged'))
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: showFailure(t('prepaidCodes.expiryFailed')),
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <FormNotice form={form} labels={{}} />
        <Text size="sm">{t('prepaidCodes.expiryHint')}</Text>
        <TextInput
          label={t('prepaidCodes.lastDay')}
          type="date"
          data-autofocus
          {...form.getInputProps('day')}
        />
        <Group justify="flex-end">
          <CancelDialog />
          <Button type="submit" disabled={!form.isChanged} loading={change.isPending}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
