import { offersWhen, type PriceList } from '@coinless/contract/device-prices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { ZoneSelect } from '../../shared/forms/ZoneSelect.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { minutes, money } from '../../shared/ui/formats.ts'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { DevicePage } from './DevicePage.tsx'
import { devicePricesQuery } from './device-queries.ts'
import { otherZoneNote } from './other-zone-note.ts'
import { PriceTable } from './PriceTable.tsx'
import {
  bodyOf,
  inputOf,
  type PricesInput,
  type TableInput,
  tableFor,
  tablesInWords,
  tablesOf,
  validate,
} from './price-input.ts'

/** All prices of a device: programmes, times of the week and planned changes. */
export default function DevicePrices() {
  return <DevicePage tab={paths.devicePrices}>{({ id }) => <Prices id={id} />}</DevicePage>
}

function Prices({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(devicePricesQuery(id))
  useReturnOnFailure(error, t('prices.loadFailed'), paths.devices, data)
  if (!data || !isFetchedAfterMount) return <Loading rows={8} />
  return (
    <Stack component="section" aria-label={t('prices.title')} maw={640}>
      <PricesForm
        id={id}
        saved={data}
        placeZone={data.placeZone}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
    </Stack>
  )
}

interface PricesFormProps {
  id: string
  saved: Versioned<PriceList>
  placeZone: string | null
  loadAgain: () => Promise<Versioned<PriceList> | undefined>
}

function usePricesForm({ id, saved, placeZone, loadAgain }: PricesFormProps) {
  const queryClient = useQueryClient()
  const wayBack = useWayBack()
  return useVersionedForm<PricesInput, PriceList>({
    name: `prices of device ${id}`,
    initial: inputOf(saved.thing, placeZone),
    version: saved.version,
    validate,
    valuesOf: (list) => inputOf(list, placeZone),
    send: (values, version) =>
      callWithVersion(calls.devicePrices.save, {
        params: { id },
        query: { version },
        body: bodyOf(values),
      }),
    loadAgain,
    success: t('prices.saved'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['devices'] }),
    leave: () => wayBack(paths.device(id)),
    failed: showFailure(t('prices.saveFailed')),
  })
}

function PricesForm(props: PricesFormProps) {
  const form = usePricesForm(props)
  const tables = tablesOf(form.values)
  const set = (changed: TableInput[]) => form.setFieldValue('tables', JSON.stringify(changed))
  const plan = () => {
    const last = tables.at(-1)
    if (last) set([...tables, { ...last, from: '' }])
  }
  const isPlain = tables.length === 1 && tables[0]?.times.length === 0
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <FormNotice
          form={form}
          labels={{ tables: t('prices.title') }}
          shown={{ tables: tablesInWords }}
        />
        {tables.map((table, index) => (
          <PriceTable
            // biome-ignore lint/suspicious/noArrayIndexKey: a table has no other key, its day is being edited
            key={index}
            table={table}
            isPlan={index > 0}
            change={(changed) => set(tables.with(index, changed))}
            remove={() => set(tables.filter((_, number) => number !== index))}
            marked={(path) => {
              const field = `${index}.${path}`
              const error = form.errors[field] as string | undefined
              return { error, 'data-path': form.pathOf(field) }
            }}
          />
        ))}
        {tables.length <= limits.plannedPrices && (
          <Group>
            <Button variant="default" onClick={(event) => keepFocus(event, plan)}>
              {t('prices.addPlan')}
            </Button>
          </Group>
        )}
        {!isPlain && (
          <ZoneSelect
            used={[props.placeZone, form.values.time_zone]}
            description={
              <span aria-live="polite">
                {otherZoneNote(form.values.time_zone, props.placeZone) ?? t('prices.zoneHint')}
              </span>
            }
            required
            {...form.getInputProps('time_zone')}
          />
        )}
        {!isPlain && <Preview values={form.values} />}
        <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} />
      </Stack>
    </form>
  )
}

/** Previews the prices in the form at a chosen time, in the device's time zone. */
function Preview({ values }: { values: PricesInput }) {
  const [date, setDate] = useState(() => new Date().toLocaleDateString('en-CA'))
  const [time, setTime] = useState('22:00')
  const table = tableFor(values, date)
  const day = new Date(`${date}T12:00Z`).getUTCDay() || 7
  const offers = table && date && time ? offersWhen(table, day, time) : []
  return (
    <Card withBorder component="section" aria-label={t('prices.preview')}>
      <Title order={2} size="h4" mb="sm">
        {t('prices.preview')}
      </Title>
      <SimpleGrid cols={2}>
        <TextInput
          type="date"
          label={t('prices.day')}
          value={date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <TextInput
          type="time"
          label={t('prices.time')}
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </SimpleGrid>
      <Stack gap={4} mt="sm" aria-live="polite">
        {offers.map(({ programme, duration_minutes, price }) => (
          <Text key={programme}>
            {[programme, minutes(duration_minutes), money(price)].filter(Boolean).join(' · ')}
          </Text>
        ))}
        {!table && <Text c="dimmed">{t('prices.previewWaits')}</Text>}
      </Stack>
    </Card>
  )
}
