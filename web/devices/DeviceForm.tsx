import { coinTypes, deviceStatuses, deviceTypes } from '@coinless/contract/choices.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { placesOf } from '@coinless/contract/permissions.ts'
import { Button, Card, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useUser } from '../account/auth-context.tsx'
import { isStaff } from '../account/may.ts'
import { ProofNeeded } from '../account/ProofNeeded.tsx'
import { useProofNeeded } from '../account/use-proof-needed.ts'
import { ApiError } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { FormButtons } from '../forms/FormButtons.tsx'
import { FormNotice } from '../forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../forms/use-versioned-form.ts'
import { paths } from '../navigation/paths.ts'
import { showFailure } from '../queries/failures.ts'
import { showAnswer } from '../queries/query-client.ts'
import { t } from '../texts/texts.ts'
import { AddressInput } from '../ui/AddressInput.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { label, options } from '../ui/formats.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { useWayBack } from '../ui/way-back.tsx'
import { DeviceNumber, useSameNumber } from './DeviceNumber.tsx'
import { blank, type DeviceInput, inputOf, minimumWithin } from './device-input.ts'
import { deviceQuery } from './device-queries.ts'
import { useAnother } from './use-another.ts'

interface DeviceFormProps {
  /** undefined: a new device. */
  deviceId?: string
  /** Name of the draft of a new device. */
  draft?: string
  initial: Partial<DeviceInput>
  version?: string | undefined
  /** Reloads the device after another user has changed it. */
  loadAgain?: () => Promise<Versioned<Device> | undefined>
  submitLabel: string
  cancel: () => void
  save: (
    body: DeviceInput,
    query: { version?: string; same_number: boolean },
  ) => Promise<Versioned<Device>>
  saved: string
  failed: string
}

/** Form for new devices and changes. */
export function DeviceForm(props: DeviceFormProps) {
  const { deviceId, initial, version, loadAgain, submitLabel, cancel, save, saved, failed } = props
  const { draft = 'new device' } = props
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const queryClient = useQueryClient()
  const same = useSameNumber()
  const proof = useProofNeeded(showFailure(failed))
  const isNew = deviceId === undefined
  const another = useAnother()
  const form = useVersionedForm({
    name: isNew ? draft : formNameOf(deviceId),
    initial: { ...blank, ...initial } as DeviceInput,
    version,
    validate: (values) => checkedBy(devices.create.body)(withoutBlanks(values)),
    valuesOf: (device) => another.next() ?? inputOf(device),
    send: async (values, ofVersion) => {
      const answer = await save(withoutBlanks(values), {
        ...(ofVersion !== undefined && { version: ofVersion }),
        same_number: same.isWanted(values.device_number),
      })
      await another.prepare(values)
      return answer
    },
    ...(isNew && {
      restGoesTo: ({ id }: Device) => (another.next() ? undefined : [formNameOf(id)]),
    }),
    loadAgain,
    success: saved,
    done: ({ thing: device }) => {
      void showAnswer(deviceQuery(device.id).queryKey, device)
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
    },
    leave: ({ thing: { id } }) => !another.next() && wayBack(paths.device(id)),
    stay: ({ thing: { id } }) =>
      isNew && !another.next() && void navigate(paths.editDevice(id), { replace: true }),
    errorsOf: (error, { device_number }) => ({
      ...same.ask(error, device_number),
      ...beyondLink(error),
    }),
    failed: proof.failed,
  })
  return (
    <>
      {proof.why && <ProofNeeded why={proof.why} />}
      <form onSubmitCapture={another.submitted} onSubmit={form.submit} noValidate>
        <Card withBorder>
          <FormNotice form={form} shown={{ device_type: label, coin_type: label, status: label }} />
          <DeviceFields
            form={form}
            same={same}
            minimum={{ ...blank, ...initial }.minimum_duration_minutes}
          />
          <FormButtons form={form} label={submitLabel} mt="lg">
            <Button variant="default" onClick={cancel}>
              {t('action.cancel')}
            </Button>
            {isNew && (
              <BusyButton variant="default" isBusy={form.isSaving} onClick={another.submit}>
                {t('devices.saveAndAdd')}
              </BusyButton>
            )}
          </FormButtons>
        </Card>
      </form>
    </>
  )
}

interface DeviceFieldsProps {
  form: UseFormReturnType<DeviceInput>
  same: ReturnType<typeof useSameNumber>
  /** Initial minimum duration, in minutes. */
  minimum: DeviceInput['minimum_duration_minutes']
}

function DeviceFields({ form, same, minimum }: DeviceFieldsProps) {
  const user = useUser()
  const places = placesOf(user)
  const input = form.getInputProps
  const duration = input('duration_minutes')
  /** An untouched minimum follows the duration, as on the server. */
  function changeDuration(value: number | string) {
    const before = minimumWithin(minimum, form.values.duration_minutes)
    duration.onChange(value)
    if (form.values.minimum_duration_minutes !== before) return
    form.setFieldValue('minimum_duration_minutes', minimumWithin(minimum, value))
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('field.label')}
        required
        maxLength={limits.labelMax}
        {...input('label')}
      />
      <DeviceNumber input={input} typed={form.values.device_number} same={same} />
      <TextInput
        label={t('field.device_name')}
        maxLength={limits.nameMax}
        {...input('device_name')}
      />
      <NativeSelect
        label={t('field.device_type')}
        required
        data={options(deviceTypes)}
        {...input('device_type')}
      />
      <AddressInput
        label={t('field.landlord_email')}
        required
        // Payments go to the landlord, so staff must not change it.
        readOnly={isStaff(user)}
        {...input('landlord_email')}
      />
      {places ? (
        <NativeSelect
          label={t('field.location')}
          required
          data={['', ...places]}
          {...input('location')}
        />
      ) : (
        <TextInput
          label={t('field.location')}
          required
          maxLength={limits.locationMax}
          {...input('location')}
        />
      )}
      <NumberField
        label={t('field.duration_minutes')}
        required
        min={1}
        max={limits.minutesMax}
        {...duration}
        onChange={changeDuration}
      />
      <NumberField
        label={t('field.minimum_duration_minutes')}
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
      <NativeSelect
        label={t('field.coin_type')}
        data={options(coinTypes)}
        {...input('coin_type')}
      />
      <NativeSelect label={t('field.status')} data={options(deviceStatuses)} {...input('status')} />
    </SimpleGrid>
  )
}

/** Errors about limits of the link, at the field to change. */
function beyondLink(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'price_not_in_coins') return { price: error.message }
  return error.code === 'too_long_for_controller' ? { duration_minutes: error.message } : {}
}

function formNameOf(deviceId: string): string {
  return `device ${deviceId}`
}

/** An emptied number field holds '', which means none for an optional field. */
function withoutBlanks(values: DeviceInput): DeviceInput {
  const minimum = values.minimum_duration_minutes as number | '' | null | undefined
  return { ...values, minimum_duration_minutes: minimum === '' ? null : minimum }
}
