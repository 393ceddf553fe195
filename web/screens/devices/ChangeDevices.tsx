import type { BulkChange, DeviceSetting } from '@coinless/contract/bulk-changes.ts'
import { deviceStatuses } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { fromMinor } from '@coinless/contract/money.ts'
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkSteps } from '../../shared/bulk/BulkSteps.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { number, options } from '../../shared/ui/formats.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'

export interface ChangeDevicesProps {
  chosen: unknown
  isOpen: boolean
  close: () => void
}

const blank = { price: '', duration_minutes: '', status: '', location: '', prices_like: '' }

/** Bulk change of devices: form, preview and result. */
export default function ChangeDevices({ chosen, isOpen, close }: ChangeDevicesProps) {
  const [planned, setPlanned] = useState<BulkChange>()
  const [asked, setAsked] = useState(blank)
  const end = () => {
    setPlanned(undefined)
    setAsked(blank)
    close()
  }
  return (
    <Dialog title={t('bulk.changeDevices')} isOpen={isOpen} close={end}>
      <BulkSteps planned={planned} things="devices" back={() => setPlanned(undefined)} close={end}>
        <SettingForm chosen={chosen} asked={asked} ask={setAsked} plan={setPlanned} />
      </BulkSteps>
    </Dialog>
  )
}

/** The user's own devices with programmes or special prices, within the first page of the list. */
function useModels() {
  const query = { own: 'only', limit: limits.listLimitMax } as const
  const { data } = useQuery({
    queryKey: ['devices', 'list', query],
    queryFn: ({ signal }) => call(calls.devices.list, { query, signal }),
  })
  const models = data?.data.filter(({ offers }) => offers) ?? []
  return models.map(({ id, device_number, label }) => ({
    value: id,
    label: `${device_number} · ${label}`,
  }))
}

interface SettingFormProps {
  chosen: unknown
  /** Values entered before the user returned from the preview. */
  asked: typeof blank
  ask: (values: typeof blank) => void
  plan: (change: BulkChange) => void
}

function SettingForm({ chosen, asked, ask, plan }: SettingFormProps) {
  const form = useForm<typeof blank, BulkChange>({
    name: 'change of many devices',
    initial: asked,
    keep: () => {},
    send: (values) => {
      ask(values)
      const body = { chosen, set: settingOf(values) } as never
      return call(calls.bulkChanges.planForDevices, { body })
    },
    saved: (_, sent) => ({ now: sent }),
    leave: plan,
    failed: showFailure(t('bulk.failed')),
  })
  const input = form.getInputProps
  const models = useModels()
  const isEmpty = Object.keys(settingOf(form.values)).length === 0
  return (
    <DialogForm form={form} label={t('bulk.preview')} isDisabled={isEmpty}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('bulk.emptyStays', { limit: number(limits.bulkRows) })}
        </Text>
        <AmountField
          label={t('field.price')}
          min={0}
          max={fromMinor(limits.priceMax)}
          data-autofocus
          {...input('price')}
        />
        <NumberField
          label={t('field.duration_minutes')}
          min={1}
          max={limits.minutesMax}
          {...input('duration_minutes')}
        />
        {models.length > 0 && (
          <NativeSelect
            label={t('bulk.pricesLike')}
            data={[{ value: '', label: t('bulk.asItIs') }, ...models]}
            {...input('prices_like')}
          />
        )}
        <NativeSelect
          label={t('field.status')}
          data={[{ value: '', label: t('bulk.asItIs') }, ...options(deviceStatuses)]}
          {...input('status')}
        />
        <TextInput
          label={t('field.location')}
          maxLength={limits.locationMax}
          {...input('location')}
        />
      </Stack>
    </DialogForm>
  )
}

/** Empty fields stay unchanged. */
function settingOf(values: typeof blank): DeviceSetting {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  return Object.fromEntries(filled)
}
