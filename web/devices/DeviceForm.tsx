import { coinTypes, deviceStatuses, deviceTypes } from '@coinless/contract/choices.ts'
import { type Device, deviceDefaults, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { fieldErrorsOf, isOutdated } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { paths } from '../navigation/paths.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { options } from '../ui/formats.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { DeviceNumber, useSameNumber } from './DeviceNumber.tsx'
import { deviceQuery } from './device-queries.ts'

export type DeviceInput = z.input<typeof devices.create.body>

interface Loaded {
  thing: Device
  version: string | undefined
}

interface DeviceFormProps {
  /** undefined: a new one. */
  deviceId?: string
  initial: Partial<DeviceInput>
  version?: string | undefined
  /** After somebody else has changed it. */
  loadAgain?: () => Promise<Loaded | undefined>
  submitLabel: string
  cancel: () => void
  save: (body: DeviceInput, query: { version?: string; same_number: boolean }) => Promise<Loaded>
  saved: string
  failed: string
}

const blank = {
  label: '',
  device_number: '',
  device_name: '',
  landlord_email: '',
  location: '',
  ...deviceDefaults,
}

/** The form that new devices and changes share. */
export function DeviceForm(props: DeviceFormProps) {
  const { deviceId, initial, version, loadAgain, submitLabel, cancel, save, saved, failed } = props
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const ifStillHere = useIfStillHere()
  const queryClient = useQueryClient()
  const form = useKeptForm<DeviceInput>({
    name: deviceId ? formNameOf(deviceId) : 'new device',
    initial: { ...blank, ...initial },
    version,
    validate: (values) => checkedBy(devices.create.body)(withoutBlanks(values)),
  })
  const same = useSameNumber(form.values.device_number)
  const saving = useMutation({
    mutationFn: (values: DeviceInput) =>
      save(withoutBlanks(values), {
        ...(form.version !== undefined && { version: form.version }),
        same_number: same.isWanted,
      }),
    onSuccess: ({ thing: device, version: ofVersion }, values) => {
      const { id } = device
      showSuccess(saved)
      const isNew = deviceId === undefined
      const hasRest = form.saved(values, {
        now: inputOf(device),
        version: ofVersion,
        ...(isNew && { restGoesTo: [formNameOf(id)] }),
      })
      queryClient.setQueryData(deviceQuery(id).queryKey, device)
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      ifStillHere(() => {
        if (!hasRest) wayBack(paths.device(id))
        else if (isNew) void navigate(paths.editDevice(id), { replace: true })
      })
    },
    onError: async (error, { device_number }) => {
      const latest = isOutdated(error) && (await loadAgain?.())
      if (latest) return form.compareWith(inputOf(latest.thing), latest.version)
      form.showErrors({ ...fieldErrorsOf(error), ...same.ask(error, device_number) })
      showFailure(failed)(error)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Card withBorder>
        <FormNotice form={form} labels={labels()} />
        <DeviceFields form={form} same={same} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={cancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Card>
    </form>
  )
}

interface DeviceFieldsProps {
  form: UseFormReturnType<DeviceInput>
  same: ReturnType<typeof useSameNumber>
}

function DeviceFields({ form, same }: DeviceFieldsProps) {
  const input = form.getInputProps
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('field.label')}
        required
        maxLength={limits.labelMax}
        {...input('label')}
      />
      <DeviceNumber input={input} same={same} />
      <TextInput
        label={t('field.deviceName')}
        maxLength={limits.nameMax}
        {...input('device_name')}
      />
      <NativeSelect
        label={t('field.deviceType')}
        required
        data={options(deviceTypes)}
        {...input('device_type')}
      />
      <TextInput
        label={t('field.landlordEmail')}
        type="email"
        required
        maxLength={limits.emailMax}
        {...input('landlord_email')}
      />
      <TextInput
        label={t('field.location')}
        required
        maxLength={limits.locationMax}
        {...input('location')}
      />
      <NumberField
        label={t('field.durationInMinutes')}
        required
        min={1}
        max={limits.minutesMax}
        {...input('duration_minutes')}
      />
      <NumberField
        label={t('field.minimumDurationInMinutes')}
        min={1}
        max={limits.minutesMax}
        {...input('minimum_duration_minutes')}
      />
      <NumberField
        label={t('field.price')}
        required
        prefix="$"
        min={0}
        max={limits.priceDollarsMax}
        step={0.01}
        decimals={2}
        {...input('price')}
      />
      <NativeSelect label={t('field.coinType')} data={options(coinTypes)} {...input('coin_type')} />
      <NativeSelect label={t('field.status')} data={options(deviceStatuses)} {...input('status')} />
    </SimpleGrid>
  )
}

/** What of a device the form changes: the fields that it has, and nothing else that a device shows. */
export function inputOf(device: Device): DeviceInput {
  const fields = Object.keys(blank) as (keyof typeof blank)[]
  // A text or number field that is empty holds ''.
  const values = fields.map((field) => [field, device[field] ?? ''])
  return Object.fromEntries(values)
}

function formNameOf(deviceId: string): string {
  return `device ${deviceId}`
}

function labels() {
  return {
    label: t('field.label'),
    device_number: t('field.deviceNumber'),
    device_name: t('field.deviceName'),
    device_type: t('field.deviceType'),
    landlord_email: t('field.landlordEmail'),
    location: t('field.location'),
    duration_minutes: t('field.durationInMinutes'),
    minimum_duration_minutes: t('field.minimumDurationInMinutes'),
    price: t('field.price'),
    coin_type: t('field.coinType'),
    status: t('field.status'),
  }
}

/** A number field that was emptied holds '', which for an optional one means none. */
function withoutBlanks(values: DeviceInput): DeviceInput {
  const minimum = values.minimum_duration_minutes as number | '' | null | undefined
  return { ...values, minimum_duration_minutes: minimum === '' ? null : minimum }
}
