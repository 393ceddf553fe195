import { webhookEventTypes } from '@coinless/contract/choices.ts'
import type { Webhook } from '@coinless/contract/webhooks.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { eventName } from './event-names.ts'
import { WebhookFields } from './WebhookFields.tsx'
import { bodyOf, fieldOf, inputOf, validate } from './webhook-input.ts'

interface ChangeProps {
  webhook: Webhook
  version: string | undefined
  loadAgain: () => Promise<Versioned<Webhook> | undefined>
}

export function ChangeButton(props: ChangeProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} />} onClick={() => setOpen(true)}>
        {t('action.edit')}
      </Button>
      <Dialog title={t('webhooks.change')} isOpen={isOpen} close={close}>
        <ChangeForm {...props} close={close} />
      </Dialog>
    </>
  )
}

function ChangeForm({ webhook, version, loadAgain, close }: ChangeProps & { close: () => void }) {
  const { id, is_enabled } = webhook
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: `webhook ${id}`,
    initial: inputOf(webhook),
    version,
    secrets: ['url'],
    validate,
    valuesOf: inputOf,
    send: (input, ofVersion) =>
      callWithVersion(calls.webhooks.update, {
        params: { id },
        query: { version: ofVersion },
        body: { ...bodyOf(input), is_enabled },
      }),
    loadAgain,
    success: t('webhooks.changed'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    leave: close,
    failed: showFailure(t('webhooks.changeFailed')),
  })
  return (
    <DialogForm
      form={form}
      label={t('action.save')}
      isDisabled={!form.isChanged}
      fields={Object.fromEntries(webhookEventTypes.map((each) => [fieldOf(each), eventName(each)]))}
    >
      <WebhookFields getInputProps={form.getInputProps} />
    </DialogForm>
  )
}
