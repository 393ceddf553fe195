import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import {
  type DeviceField,
  deviceFieldNames,
  deviceFields,
} from '@coinless/contract/device-fields.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { Button, Card } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { useProofNeeded } from '../../shared/account/use-proof-needed.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { coinLabel, label } from '../../shared/ui/formats.ts'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { DeviceFields } from './DeviceFields.tsx'
import { useSameNumber } from './DeviceNumber.tsx'
import { type DeviceInput, inputOf } from './device-input.ts'
import { deviceQuery } from './device-queries.ts'
import { useAnother } from './use-another.ts'

const fieldsOfKind = (kind: DeviceField['kind']) =>
  deviceFieldNames().filter((name) => deviceFields[name].kind === kind)

const wordsOfChoices = {
  ...Object.fromEntries(fieldsOfKind('choice').map((name) => [name, label])),
  ...Object.fromEntries(fieldsOfKind('coin').map((name) => [name, coinLabel])),
}

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
  const [, navigate] = useLocation()
  const wayBack = useWayBack()
  const queryClient = useQueryClient()
  const same = useSameNumber()
  const proof = useProofNeeded(showFailure(failed))
  const isNew = deviceId === undefined
  const another = useAnother()
  const form = useVersionedForm({
    name: isNew ? draft : formNameOf(deviceId),
    initial: { ...deviceDefaults, ...initial } as DeviceInput,
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
      isNew && !another.next() && navigate(paths.editDevice(id), { replace: true }),
    errorsOf: (error, { device_number }) => same.ask(error, device_number),
    failed: proof.failed,
  })
  return (
    <>
      {proof.why && <ProofNeeded why={proof.why} />}
      <form onSubmitCapture={another.submitted} onSubmit={form.submit} noValidate>
        <Card withBorder>
          <FormNotice form={form} shown={wordsOfChoices} />
          <DeviceFields
            form={form}
            same={same}
            minimum={{ ...deviceDefaults, ...initial }.minimum_duration_minutes}
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

function formNameOf(deviceId: string): string {
  return `device ${deviceId}`
}

/** An emptied number field holds '', which means none for an optional field. */
function withoutBlanks(values: DeviceInput): DeviceInput {
  const emptied = fieldsOfKind('minutes').filter(
    (name) => (values[name] as unknown) === '' && !('isRequired' in deviceFields[name]),
  )
  return { ...values, ...Object.fromEntries(emptied.map((name) => [name, null])) }
}
