import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useVersionedForm } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import type { ChangeableCode } from './changeable-code.ts'
import { endOfDay, lastDay } from './expiry.ts'

/** Sets the day a code expires, or that it never does. */
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
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: `expiry of ${code.id}`,
    initial: inputOf(code),
    version,
    valuesOf: inputOf,
    send: ({ day }, ofVersion) =>
      callWithVersion(calls.prepaidCodes.setExpiry, {
        params: { id: code.id },
        query: { version: ofVersion },
        body: { expires_at: endOfDay(day) },
      }),
    loadAgain,
    success: t('prepaidCodes.expiryChanged'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
    leave: close,
    failed: showFailure(t('prepaidCodes.expiryFailed')),
  })
  return (
    <DialogForm
      form={form}
      fields={{ day: t('prepaidCodes.lastDay') }}
      label={t('action.save')}
      isDisabled={!form.isChanged}
    >
      <Text size="sm">{t('prepaidCodes.expiryHint')}</Text>
      <TextInput
        label={t('prepaidCodes.lastDay')}
        type="date"
        data-autofocus
        {...form.getInputProps('day')}
      />
    </DialogForm>
  )
}

function inputOf({ expires_at }: PrepaidCode) {
  return { day: lastDay(expires_at) }
}
