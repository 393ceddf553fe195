import { type DeviceLink, deviceLinks, linkDefaults } from '@coinless/contract/device-links.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { PulseFields, WattsField } from './LinkFields.tsx'

export interface LinkedProps {
  device: Device
  link: DeviceLink
  version: string | undefined
  loadAgain: () => Promise<Versioned<DeviceLink> | undefined>
}

/** Changes the settings of a link. Different wiring needs a new link. */
export function LinkSettingsForm(props: LinkedProps & { close: () => void }) {
  const { device, link, version, loadAgain, close } = props
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: `link of device ${device.id}`,
    initial: inputOf(link),
    version,
    validate: checkedBy(deviceLinks.change.body),
    valuesOf: inputOf,
    send: (body, ofVersion) =>
      callWithVersion(calls.deviceLinks.change, {
        params: { id: device.id },
        query: { version: ofVersion },
        body,
      }),
    loadAgain,
    success: t('links.changed'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['devices'] }),
    leave: close,
    failed: showFailure(t('links.changeFailed')),
  })
  return (
    <DialogForm form={form} label={t('action.save')} isDisabled={!form.isChanged}>
      {link.switching === 'pulses' && <PulseFields input={form.getInputProps} />}
      {link.evidence === 'power' && <WattsField input={form.getInputProps} />}
      <Switch
        label={t('field.gives_back_unused')}
        data-autofocus
        {...form.getInputProps('gives_back_unused', { type: 'checkbox' })}
      />
      <Text size="sm" c="dimmed">
        {t('links.wiringHint')}
      </Text>
    </DialogForm>
  )
}

/** Hidden fields that the link does not use get the defaults of a new link. */
function inputOf({ pulse_ms, gap_ms, watts_mark, gives_back_unused }: DeviceLink) {
  return {
    pulse_ms: pulse_ms ?? linkDefaults.pulse_ms,
    gap_ms: gap_ms ?? linkDefaults.gap_ms,
    watts_mark: watts_mark ?? linkDefaults.watts_mark,
    gives_back_unused,
  }
}
