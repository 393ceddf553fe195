import { driverAbilities } from '@coinless/contract/choices.ts'
import { deviceLinks, type LinkChoice, linkDefaults } from '@coinless/contract/device-links.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { Anchor, NativeSelect, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { options } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { linkChoicesQuery } from './device-queries.ts'
import { PulseFields, WattsField } from './LinkFields.tsx'

interface LinkFormProps {
  device: Device
  close: () => void
}

export function LinkForm(props: LinkFormProps) {
  const { data, error, refetch } = useQuery(linkChoicesQuery(props.device.id))
  if (error && !data) {
    const message = messageOf(error, t('links.loadFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={4} />
  const [first, ...rest] = data.data
  if (!first) return <NoController />
  return <ChosenForm {...props} choices={[first, ...rest]} />
}

function NoController() {
  const mayAdd = mayOpen(useUser(), paths.newController)
  return (
    <Text size="sm">
      {t('links.noController')}{' '}
      {mayAdd && (
        <Anchor component={Link} to={paths.newController}>
          {t('controllers.add')}
        </Anchor>
      )}
    </Text>
  )
}

type LinkInput = Required<z.input<typeof deviceLinks.create.body>>
type Choices = [LinkChoice, ...LinkChoice[]]

function ChosenForm({ device, close, choices }: LinkFormProps & { choices: Choices }) {
  const queryClient = useQueryClient()
  const form = useForm({
    name: `new link of device ${device.id}`,
    initial: blankAt(choices[0]),
    validate: (values) => checkedBy(deviceLinks.create.body)(fitted(values, choices)),
    send: (body) =>
      call(calls.deviceLinks.create, { params: { id: device.id }, body: fitted(body, choices) }),
    success: t('links.added'),
    done: () => {
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      void queryClient.invalidateQueries({ queryKey: ['controllers'] })
    },
    leave: close,
    failed: showFailure(t('links.addFailed')),
  })
  const { controller_id, switching, evidence } = fitted(form.values, choices)
  const chosen = chosenOf(controller_id, choices)
  const able = driverAbilities[chosen.driver]
  // The dialog opened before its fields were mounted.
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus(), [])
  const choose = (id: string) => {
    const { channel } = blankAt(chosenOf(id, choices))
    form.setValues({ controller_id: id, channel })
  }
  return (
    <DialogForm form={form} label={t('links.add')}>
      <NativeSelect
        label={t('field.controller_id')}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        ref={first}
        data-autofocus
        {...form.getInputProps('controller_id')}
        value={controller_id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <NumberField
        label={t('field.channel')}
        description={takenOf(chosen)}
        required
        min={1}
        max={64}
        {...form.getInputProps('channel')}
      />
      <NativeSelect
        label={t('field.switching')}
        data={options(able.switchings)}
        {...form.getInputProps('switching')}
        value={switching}
      />
      {switching === 'pulses' && <PulseFields input={form.getInputProps} />}
      <NativeSelect
        label={t('field.evidence')}
        data={able.evidences.map((each) => ({ value: each, label: t(`links.evidence.${each}`) }))}
        {...form.getInputProps('evidence')}
        value={evidence}
      />
      {evidence === 'power' && <WattsField input={form.getInputProps} />}
      <Switch
        label={t('field.gives_back_unused')}
        {...form.getInputProps('gives_back_unused', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

function chosenOf(id: string, choices: Choices): LinkChoice {
  return choices.find((choice) => choice.id === id) ?? choices[0]
}

/** Keeps values chosen for another or a removed controller only where they are valid. */
function fitted(values: LinkInput, choices: Choices): LinkInput {
  const { id, driver } = chosenOf(values.controller_id, choices)
  const { switchings, evidences } = driverAbilities[driver]
  const switching = switchings.find((each) => each === values.switching) ?? switchings[0]
  const evidence = evidences.find((each) => each === values.evidence) ?? evidences[0]
  const { pulse_ms, gap_ms, watts_mark } = values
  return {
    ...values,
    controller_id: id,
    switching,
    evidence,
    // Hidden fields must not cause errors.
    ...(switching === 'pulses' ? { pulse_ms, gap_ms } : { pulse_ms: null, gap_ms: null }),
    watts_mark: evidence === 'power' ? watts_mark : null,
  }
}

function takenOf({ taken_channels }: LinkChoice): string | undefined {
  if (taken_channels.length === 0) return undefined
  return t('links.taken', { channels: taken_channels.join(', ') })
}

/** Starts with the first available channel. */
function blankAt({ id, taken_channels }: LinkChoice): LinkInput {
  let channel = 1
  while (taken_channels.includes(channel)) channel++
  return {
    controller_id: id,
    channel,
    switching: 'relay',
    evidence: 'answer',
    ...linkDefaults,
    gives_back_unused: false,
  }
}
