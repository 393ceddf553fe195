import type { DeviceLink } from '@coinless/contract/device-links.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import type { Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useTestStart } from '../../shared/queries/use-test-start.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { label } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Presence } from '../../shared/ui/Presence.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useDeviceLink } from './device-queries.ts'
import { LinkForm } from './LinkForm.tsx'
import { type LinkedProps, LinkSettingsForm } from './LinkSettingsForm.tsx'
import { LinkTrouble } from './LinkTrouble.tsx'

/** Link of a device to its controller, for users who may change the device. */
export function DeviceLinkCard({ device }: { device: Device }) {
  const { data, error, refetch } = useDeviceLink(device.id)
  const link = data?.thing
  return (
    <Card withBorder component="section" aria-label={t('links.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('links.title')}
        </Title>
        {error && !data && (
          <LoadFailure
            message={messageOf(error, t('links.loadFailed'))}
            retry={() => void refetch()}
          />
        )}
        {!data && !error && <Loading rows={2} />}
        {data && !link && <NoLink device={device} />}
        {link && (
          <Linked
            device={device}
            link={link}
            version={data.version}
            loadAgain={async () => linkedOf((await refetch({ throwOnError: true })).data)}
          />
        )}
      </Stack>
    </Card>
  )
}

function linkedOf(answer: Versioned<DeviceLink | null> | undefined) {
  return answer?.thing ? { thing: answer.thing, version: answer.version } : undefined
}

function NoLink({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Text size="sm">{t('links.none')}</Text>
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('links.add')}
        </Button>
      </Group>
      <Dialog title={t('links.add')} isOpen={isOpen} close={close}>
        <LinkForm device={device} close={close} />
      </Dialog>
    </>
  )
}

function Linked(props: LinkedProps) {
  const { link } = props
  return (
    <>
      <LinkTrouble link={link} />
      <FieldList
        fields={[
          [t('field.controller_id'), link.controller_name],
          [t('controllers.state'), <Presence key="presence" presence={link} />],
          [t('field.channel'), String(link.channel)],
          [t('field.switching'), switchingOf(link)],
          [t('field.evidence'), evidenceOf(link)],
          [t('field.gives_back_unused'), link.gives_back_unused ? t('links.yes') : t('links.no')],
        ]}
      />
      <LinkActions {...props} />
    </>
  )
}

function switchingOf({ switching, pulse_ms, gap_ms }: DeviceLink): string {
  if (pulse_ms === null || gap_ms === null) return label(switching)
  return t('links.pulsesOf', { pulse: pulse_ms, gap: gap_ms })
}

function evidenceOf({ evidence, watts_mark }: DeviceLink): string {
  if (watts_mark === null) return t(`links.evidence.${evidence}`)
  return t('links.powerFrom', { watts: watts_mark })
}

function LinkActions(props: LinkedProps) {
  const { device } = props
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { test, isTesting } = useTestStart(device.id)
  const removal = useMutation({
    mutationFn: () => call(calls.deviceLinks.remove, { params: { id: device.id } }),
    onSuccess: () => showSuccess(t('links.removed')),
    onError: showFailure(t('links.removeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  })
  const askToRemove = () =>
    confirmDeletion({
      title: t('links.removeTitle'),
      text: t('links.removeText', { number: device.device_number }),
      confirmLabel: t('links.remove'),
      onConfirm: () => removal.mutate(),
    })
  return (
    <Group>
      <BusyButton variant="default" isBusy={isTesting} onClick={test}>
        {t('links.test')}
      </BusyButton>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('links.change')}
      </Button>
      <BusyButton variant="light" color="red" isBusy={removal.isPending} onClick={askToRemove}>
        {t('links.remove')}
      </BusyButton>
      <Dialog title={t('links.change')} isOpen={isOpen} close={close}>
        <LinkSettingsForm {...props} close={close} />
      </Dialog>
    </Group>
  )
}
