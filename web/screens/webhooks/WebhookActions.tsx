import type { Webhook, WithSecret } from '@coinless/contract/webhooks.ts'
import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { Secret } from './Secret.tsx'

interface ActionsProps {
  webhook: Webhook
  version: string | undefined
}

/** @param made receives the new secret, which is shown once */
function useWebhookChanges(
  { id, url, description, events, is_enabled }: Webhook,
  version: string | undefined,
  made: (webhook: WithSecret) => void,
) {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  const sent = { params: { id } }
  const testing = useMutation({
    mutationFn: () => call(calls.webhooks.test, sent),
    onSuccess: () => showSuccess(t('webhooks.testOnItsWay')),
    onError: showFailure(t('webhooks.testFailed')),
    onSettled: reload,
  })
  const switching = useMutation({
    mutationFn: () =>
      call(calls.webhooks.update, {
        ...sent,
        query: { version },
        body: { url, description, events, is_enabled: !is_enabled },
      }),
    onSuccess: () => showSuccess(t(is_enabled ? 'webhooks.isDisabled' : 'webhooks.isEnabled')),
    onError: showFailure(t('webhooks.changeFailed')),
    onSettled: reload,
  })
  const replacing = useMutation({
    mutationFn: () => call(calls.webhooks.replaceSecret, sent),
    onSuccess: made,
    onError: showFailure(t('webhooks.replaceFailed')),
    onSettled: reload,
  })
  return { testing, switching, replacing }
}

export function WebhookActions({ webhook, version }: ActionsProps) {
  const { id, is_enabled } = webhook
  const wayBack = useWayBack()
  const [made, setMade] = useState<WithSecret>()
  const { testing, switching, replacing } = useWebhookChanges(webhook, version, setMade)
  const { askToDelete, isDeleting } = useDeletion({
    id,
    remove: () => call(calls.webhooks.delete, { params: { id } }),
    key: 'webhooks',
    title: t('webhooks.deleteTitle'),
    text: t('webhooks.deleteText'),
    deleted: t('webhooks.deleted'),
    failed: t('webhooks.deleteFailed'),
    onDeleted: () => wayBack(paths.webhooks),
  })
  const askToReplace = () =>
    confirmDeletion({
      title: t('webhooks.replaceTitle'),
      text: t('webhooks.replaceText'),
      confirmLabel: t('webhooks.replace'),
      onConfirm: () => replacing.mutate(),
    })
  return (
    <Group>
      {is_enabled && (
        <BusyButton isBusy={testing.isPending} onClick={() => testing.mutate()}>
          {t('webhooks.test')}
        </BusyButton>
      )}
      <BusyButton variant="default" isBusy={switching.isPending} onClick={() => switching.mutate()}>
        {t(is_enabled ? 'webhooks.disable' : 'webhooks.enable')}
      </BusyButton>
      <BusyButton variant="default" isBusy={replacing.isPending} onClick={askToReplace}>
        {t('webhooks.replace')}
      </BusyButton>
      <BusyButton variant="light" color="red" isBusy={isDeleting} onClick={askToDelete}>
        {t('action.delete')}
      </BusyButton>
      <Dialog
        title={t('webhooks.newSecret')}
        isOpen={made !== undefined}
        close={() => setMade(undefined)}
        isShownOnce
      >
        {made && <Secret secret={made.secret} />}
      </Dialog>
    </Group>
  )
}
