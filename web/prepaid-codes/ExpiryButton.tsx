import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../api/calls.ts'
import { callWithVersion, isOutdated } from '../api/client.ts'
import { CancelDialog, Dialog } from '../forms/Dialog.tsx'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import type { ChangeableCode } from './changeable-code.ts'
import { endOfDay, lastDay } from './expiry.ts'

/** Lets a code end with a day, or never. */
export function ExpiryButton(props: ChangeableCode) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('prepaidCodes.expiry')}
      </Button>
      <Dialog title={t('prepaidCodes.expiryTitle')} isOpen={isOpen} close={close}>
        <ExpiryForm {...props} close={close} />
      </Dialog>
    </>
  )
}

function ExpiryForm({ code, version, loadAgain, close }: ChangeableCode & { close: () => void }) {
  const form = useKeptForm({
    name: `expiry of ${code.id}`,
    initial: inputOf(code),
    version,
    validate: () => ({}),
  })
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const change = useMutation({
    mutationFn: ({ day }: typeof form.values) =>
      callWithVersion(calls.prepaidCodes.setExpiry, {
        params: { id: code.id },
        query: { version: form.version },
        body: { expires_at: endOfDay(day) },
      }),
    onSuccess: ({ thing: changed, version: ofVersion }, sent) => {
      const hasRest = form.saved(sent, { now: inputOf(changed), version: ofVersion })
      if (!hasRest) ifStillHere(close)
      showSuccess(t('prepaidCodes.expiryChanged'))
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: async (error) => {
      const latest = isOutdated(error) && (await loadAgain())
      if (latest) return form.compareWith(inputOf(latest.thing), latest.version)
      showFailure(t('prepaidCodes.expiryFailed'))(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <FormNotice form={form} labels={{ day: t('prepaidCodes.lastDay') }} />
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

function inputOf({ expires_at }: PrepaidCode) {
  return { day: lastDay(expires_at) }
}
