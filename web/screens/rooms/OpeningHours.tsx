import type { KnownHours } from '@coinless/contract/opening-hours.ts'
import type { Room } from '@coinless/contract/rooms.ts'
import { Button, Card, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { ZoneSelect } from '../../shared/forms/ZoneSelect.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { openingHoursQuery, roomQuery } from '../../shared/rooms/room-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { weekdayName } from '../../shared/ui/weekdays.ts'
import { DayFields } from './DayFields.tsx'
import {
  bodyOf,
  daysInWords,
  daysOf,
  firstWeek,
  type HoursInput,
  inputOf,
  validate,
} from './hours-input.ts'

/** The landlord sets when a room is open. */
export default function OpeningHours() {
  const { number = '' } = useParams()
  const { data: room, error: roomError } = useQuery(roomQuery(number))
  const { data: saved, error, refetch } = useQuery(openingHoursQuery(number))
  const shown = room && saved
  useReturnOnFailure(error ?? roomError, t('openingHours.loadFailed'), paths.room(number), shown)
  if (!shown) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
      title={t('openingHours.title')}
      narrow
    >
      <Text c="dimmed">{room.location}</Text>
      <HoursForm
        given={number}
        room={room}
        saved={saved}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
    </Page>
  )
}

interface HoursFormProps {
  /** Number of the room in the address of the screen. */
  given: string
  room: Room
  saved: Versioned<KnownHours>
  loadAgain: () => Promise<Versioned<KnownHours> | undefined>
}

function HoursForm({ given, room, saved, loadAgain }: HoursFormProps) {
  const queryClient = useQueryClient()
  const form = useVersionedForm<HoursInput, KnownHours>({
    name: `opening hours of room ${room.id}`,
    initial: inputOf(saved.thing),
    version: saved.version,
    validate,
    valuesOf: inputOf,
    send: (values, version) =>
      callWithVersion(calls.openingHours.set, {
        params: { number: room.number },
        query: { version },
        body: bodyOf(values),
      }),
    loadAgain,
    success: t('openingHours.saved'),
    done: async (now) => {
      await showAnswer(openingHoursQuery(given).queryKey, now)
      await queryClient.invalidateQueries({ queryKey: ['devices', 'room', given], exact: true })
    },
    failed: showFailure(t('openingHours.saveFailed')),
  })
  const days = daysOf(form.values)
  const open = days.filter((day) => day !== null)
  const [first] = open
  const isAlways = open.length === 0
  const isSameEveryDay = form.values.days === JSON.stringify(days.map(() => first))
  const set = (changed: typeof days) => form.setValues({ days: JSON.stringify(changed) })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} shown={{ days: daysInWords }} />
        <Stack>
          <Text size="sm">{t('openingHours.hint')}</Text>
          <Switch
            label={t('openingHours.always')}
            checked={isAlways}
            onChange={() => set(isAlways ? firstWeek : firstWeek.map(() => null))}
          />
          {!isAlways && (
            <>
              {days.map((day, index) => (
                <DayFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: the day of the week
                  key={index}
                  weekday={index + 1}
                  hours={day}
                  isLast={open.length === 1}
                  change={(changed) => set(days.with(index, changed))}
                  errorOf={(field) => form.errors[`days.${index}.${field}`]}
                />
              ))}
              {first && !isSameEveryDay && (
                <Button
                  size="xs"
                  variant="subtle"
                  style={{ alignSelf: 'start' }}
                  onClick={(event) => keepFocus(event, () => set(days.map(() => first)))}
                >
                  {t('openingHours.everyDay', { day: weekdayName(days.indexOf(first) + 1) })}
                </Button>
              )}
              <Text size="sm" c="dimmed">
                {t('openingHours.nextDay')}
              </Text>
              <ZoneSelect
                used={[form.base.time_zone, form.values.time_zone]}
                required
                {...form.getInputProps('time_zone')}
              />
            </>
          )}
          <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} />
        </Stack>
      </Card>
    </form>
  )
}
