import type { ControllerDetail, WithCredential } from '@coinless/contract/controllers.ts'
import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { Credential } from './Credential.tsx'

/** @param made receives the new credential, which is shown once */
function useCredentialChanges(id: string, made: (controller: WithCredential) => void) {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: ['controllers'] })
  const replacing = useSingleMutation({
    mutationKey: ['controllers', id, 'credential'],
    mutationFn: () => call(calls.controllers.replaceCredential, { params: { id } }),
    onSuccess: made,
    onError: showFailure(t('controllers.credentialFailed')),
    onSettled: reload,
  })
  const ending = useSingleMutation({
    mutationKey: ['controllers', id, 'credential end'],
    mutationFn: () => call(calls.controllers.endCredential, { params: { id } }),
    onSuccess: () => showSuccess(t('controllers.credentialEnded')),
    onError: showFailure(t('controllers.credentialFailed')),
    onSettled: reload,
  })
  return { replacing, ending }
}

/** Each action asks for confirmation: it stops connected devices. */
export function ControllerActions({ controller }: { controller: ControllerDetail }) {
  const { id, name, has_credential, channels } = controller
  const wayBack = useWayBack()
  const queryClient = useQueryClient()
  const [made, setMade] = useState<WithCredential>()
  const { replacing, ending } = useCredentialChanges(id, setMade)
  const { askToDelete, isDeleting } = useDeletion({
    id,
    remove: () => call(calls.controllers.delete, { params: { id } }),
    key: 'controllers',
    title: t('controllers.deleteTitle'),
    text: t('controllers.deleteText', { name, count: channels.length }),
    deleted: t('controllers.deleted'),
    failed: t('controllers.deleteFailed'),
    onDeleted: () => {
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      wayBack(paths.controllers)
    },
  })
  const askToReplace = () =>
    confirmDeletion({
      title: t('controllers.replaceTitle'),
      text: t('controllers.replaceText'),
      confirmLabel: t('controllers.replace'),
      onConfirm: () => replacing.mutate(),
    })
  const askToEnd = () =>
    confirmDeletion({
      title: t('controllers.endTitle'),
      text: t('controllers.endText'),
      confirmLabel: t('controllers.end'),
      onConfirm: () => ending.mutate(),
    })
  return (
    <Group>
      <BusyButton
        variant="default"
        isBusy={replacing.isPending}
        onClick={has_credential ? askToReplace : () => replacing.mutate()}
      >
        {t('controllers.replace')}
      </BusyButton>
      {has_credential && (
        <BusyButton variant="default" isBusy={ending.isPending} onClick={askToEnd}>
          {t('controllers.end')}
        </BusyButton>
      )}
      <BusyButton variant="light" color="red" isBusy={isDeleting} onClick={askToDelete}>
        {t('action.delete')}
      </BusyButton>
      <Dialog
        title={t('controllers.newCredential')}
        isOpen={made !== undefined}
        close={() => setMade(undefined)}
        isShownOnce
      >
        {made && <Credential controller={made} />}
      </Dialog>
    </Group>
  )
}
