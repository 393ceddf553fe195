import { type DeviceType, deviceTypes } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type Room, type RoomRules as Rules, rooms } from '@coinless/contract/rooms.ts'
import { Card, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { roomQuery, rulesQuery } from '../../shared/rooms/room-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { label } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useEndQueues } from './use-end-queues.ts'

/** The landlord turns on queues and holds, by type of machine. */
export default function RoomRules() {
  const { number = '' } = useParams()
  const { data: room, error: roomError } = useQuery(roomQuery(number))
  const { data: saved, error, refetch } = useQuery(rulesQuery(number))
  const shown = room && saved
  useReturnOnFailure(error ?? roomError, t('roomRules.loadFailed'), paths.room(number), shown)
  if (!shown) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
      title={t('roomRules.title')}
      narrow
    >
      <Text c="dimmed">{room.location}</Text>
      <RulesForm
        given={number}
        room={room}
        saved={saved}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
    </Page>
  )
}

interface RulesFormProps {
  /** Number of the room in the address of the screen. */
  given: string
  room: Room
  saved: Versioned<Rules>
  loadAgain: () => Promise<Versioned<Rules> | undefined>
}

function RulesForm({ given, room, saved, loadAgain }: RulesFormProps) {
  const queryClient = useQueryClient()
  const types = deviceTypes.filter((type) => room.devices.some((each) => each.device_type === type))
  const params = { number: room.number }
  const rules = saved.thing
  const form = useVersionedForm({
    name: `rules of room ${room.id}`,
    initial: rules,
    version: saved.version,
    valuesOf: (now: Rules) => now,
    loadAgain,
    validate: (values) => wrong(bodyOf(values, rules, types)),
    send: (values, version) => {
      const body = bodyOf(values, rules, types)
      return callWithVersion(calls.rooms.setRules, { params, query: { version }, body })
    },
    success: t('roomRules.saved'),
    done: async (changed) => {
      await showAnswer(rulesQuery(given).queryKey, changed)
      await queryClient.invalidateQueries({ queryKey: ['rooms', room.number] })
    },
    failed: showFailure(t('roomRules.saveFailed')),
  })
  const { saveOrAsk, isCounting } = useEndQueues(room.number, form)
  return (
    <form onSubmit={form.checked(saveOrAsk)} noValidate>
      <Card withBorder>
        <FormNotice form={form} shown={{ queue_types: inWords, hold_types: inWords }} />
        <Stack>
          <Text size="sm">{t('roomRules.queueHint')}</Text>
          <Text size="sm">{t('roomRules.holdHint')}</Text>
          {types.map((type) => (
            <TypeRules
              key={type}
              type={type}
              rules={form.values}
              change={(changed) => form.setValues(changed)}
            />
          ))}
          <Minutes values={form.values} types={types} input={form.getInputProps} />
          <FormButtons
            form={{ isSaving: form.isSaving || isCounting }}
            label={t('action.save')}
            isDisabled={!form.isChanged}
          />
        </Stack>
      </Card>
    </form>
  )
}

interface TypeRulesProps {
  type: DeviceType
  rules: Rules
  change: (changed: Partial<Rules>) => void
}

function TypeRules({ type, rules, change }: TypeRulesProps) {
  const { queue_types, hold_types } = rules
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Text component="legend" fw={600} mb={4}>
        {label(type)}
      </Text>
      <Group gap="xl" style={{ rowGap: 0 }}>
        <Switch
          label={t('roomRules.queue')}
          checked={queue_types.includes(type)}
          onChange={() => change({ queue_types: switched(queue_types, type) })}
        />
        <Switch
          label={t('roomRules.hold')}
          checked={hold_types.includes(type)}
          onChange={() => change({ hold_types: switched(hold_types, type) })}
        />
      </Group>
    </fieldset>
  )
}

interface MinutesProps {
  values: Rules
  types: readonly DeviceType[]
  input: (field: keyof Rules) => object
}

function Minutes({ values, types, input }: MinutesProps) {
  return (
    <>
      {isOn(values.queue_types, types) && (
        <NumberField
          label={t('field.turn_minutes')}
          description={t('roomRules.turnHint')}
          required
          min={1}
          max={limits.turnMinutesMax}
          {...input('turn_minutes')}
        />
      )}
      {isOn(values.hold_types, types) && (
        <>
          <NumberField
            label={t('field.hold_minutes')}
            description={t('roomRules.lengthHint')}
            required
            min={1}
            max={limits.holdMinutesMax}
            {...input('hold_minutes')}
          />
          <NumberField
            label={t('field.pause_minutes')}
            description={t('roomRules.pauseHint')}
            required
            min={0}
            max={limits.holdPauseMinutesMax}
            {...input('pause_minutes')}
          />
        </>
      )}
    </>
  )
}

function inWords(types: readonly DeviceType[]): string {
  return types.map(label).join(', ')
}

const wrong = checkedBy(rooms.setRules.body)

/** Hidden minutes keep their saved values, because what was typed there can be wrong. */
function bodyOf(values: Rules, saved: Rules, types: readonly DeviceType[]): Rules {
  const { turn_minutes } = isOn(values.queue_types, types) ? values : saved
  const { hold_minutes, pause_minutes } = isOn(values.hold_types, types) ? values : saved
  return { ...values, turn_minutes, hold_minutes, pause_minutes }
}

function isOn(on: readonly DeviceType[], types: readonly DeviceType[]): boolean {
  return types.some((type) => on.includes(type))
}

/** In the server's order, so that switching back leaves no change. */
function switched(on: readonly DeviceType[], type: DeviceType): DeviceType[] {
  return deviceTypes.filter((each) => (each === type) !== on.includes(each))
}
