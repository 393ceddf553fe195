import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'wouter'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { ClosedDays } from './ClosedDays.tsx'
import { PlanGroups } from './PlanGroups.tsx'
import { PlanRules } from './PlanRules.tsx'
import {
  closedInWords,
  endsBookings,
  firstGroup,
  groupsInWords,
  groupsOf,
  type PlanInput,
} from './plan-input.ts'
import { planQuery } from './plan-query.ts'
import { type PlanFormProps, usePlanForm } from './use-plan-form.ts'
import type { WeekEdit } from './week-edits.ts'

const WeekDialog = lazy(() => awaited(() => import('./WeekDialog.tsx')))

/** The landlord sets what can be booked in a room. */
export default function BookingPlan() {
  const { number = '' } = useParams()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(planQuery(number))
  useReturnOnFailure(error, t('bookingPlan.loadFailed'), paths.room(number), data)
  if (!data || !isFetchedAfterMount) return <Loading rows={8} />
  return (
    <Page
      back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
      title={t('bookingPlan.title')}
    >
      <Text c="dimmed">{data.room.location}</Text>
      <PlanForm
        given={number}
        saved={data}
        room={data.room}
        machines={data.machines}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
    </Page>
  )
}

function PlanForm(props: PlanFormProps) {
  const { room, machines } = props
  const form = usePlanForm(props)
  const [edit, setEdit] = useState<WeekEdit | null>()
  const groups = groupsOf(form.values)
  const isOn = groups.length > 0 || groupsOf(form.base).length > 0
  const marked = (field: string) => ({
    error: form.errors[field] as string | undefined,
    'data-path': form.pathOf(field),
  })
  const setGroups = (changed: typeof groups) =>
    form.setFieldValue('groups', JSON.stringify(changed))

  function saveOrAsk(values: PlanInput) {
    if (!endsBookings(form.base, values)) return form.save(values)
    confirmDeletion({
      title: t('bookingPlan.endTitle'),
      text: t('bookingPlan.endText'),
      confirmLabel: t('bookingPlan.endIt'),
      onConfirm: () => form.save(values),
    })
  }

  /** Without other changes, which may be wrong. */
  function turnOff() {
    const off = { ...form.base, groups: JSON.stringify([]) }
    form.setValues(off)
    form.save(off)
  }

  return (
    <>
      <form onSubmit={form.checked(saveOrAsk)} noValidate>
        <FormNotice
          form={form}
          shown={{ groups: groupsInWords(machines), closed: closedInWords }}
        />
        {isOn ? (
          <Stack>
            <PlanGroups
              groups={groups}
              machines={machines}
              change={setGroups}
              edit={setEdit}
              marked={marked}
            />
            <PlanRules form={form} />
            <ClosedDays
              closed={form.values.closed}
              change={(changed) => form.setFieldValue('closed', changed)}
              marked={marked}
            />
            <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged}>
              {groupsOf(form.base).length > 0 && (
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() =>
                    confirmDeletion({
                      title: t('bookingPlan.offTitle'),
                      text: t('bookingPlan.offText'),
                      confirmLabel: t('bookingPlan.turnOff'),
                      onConfirm: turnOff,
                    })
                  }
                >
                  {t('bookingPlan.turnOff')}
                </Button>
              )}
            </FormButtons>
          </Stack>
        ) : (
          <Card withBorder maw={640}>
            <Text>{t('bookingPlan.intro')}</Text>
            <Group mt="md">
              <Button
                onClick={(event) => keepFocus(event, () => setGroups([firstGroup(room.devices)]))}
              >
                {t('bookingPlan.setUp')}
              </Button>
            </Group>
          </Card>
        )}
      </form>
      {edit !== undefined && (
        <Suspense fallback={null}>
          <WeekDialog
            edit={edit}
            slots={(edit && groups[edit.group]?.slots) ?? []}
            change={(slots) =>
              setGroups(groups.map((each, at) => (at === edit?.group ? { ...each, slots } : each)))
            }
            close={() => setEdit(null)}
          />
        </Suspense>
      )}
    </>
  )
}
