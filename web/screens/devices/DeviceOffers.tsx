import type { PriceList } from '@coinless/contract/device-prices.ts'
import { localNumber } from '@coinless/contract/locales.ts'
import { plainAmount } from '@coinless/contract/money.ts'
import { Card, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../shared/calls/client.ts'
import { currentLocale, t } from '../../shared/texts/texts.ts'
import { calendarDate, minutes, money } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import tables from '../../shared/ui/table.module.css'
import { weekdays } from '../../shared/ui/weekdays.ts'
import classes from './DeviceOffers.module.css'
import { devicePricesQuery } from './device-queries.ts'
import { otherZoneNote } from './other-zone-note.ts'
import { weekOf } from './week.ts'

/** Programmes of a device and its prices over time. */
export default function DeviceOffers({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(devicePricesQuery(id))
  return (
    <Card withBorder component="section" aria-label={t('prices.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('prices.title')}
        </Title>
        {error && !data && (
          <LoadFailure
            message={messageOf(error, t('prices.loadFailed'))}
            retry={() => void refetch()}
          />
        )}
        {!data && !error && <Loading rows={3} />}
        {data && <Offered list={data.thing} placeZone={data.placeZone} />}
      </Stack>
    </Card>
  )
}

type Table = Pick<PriceList, 'programmes' | 'times'>

function Offered({ list, placeZone }: { list: PriceList; placeZone: string | null }) {
  const [plan, setPlan] = useState(0)
  const zone = list.time_zone ?? ''
  const chosen: Table = list.planned[plan - 1] ?? list
  return (
    <>
      {list.planned.length > 0 && (
        <NativeSelect
          label={t('prices.countsFrom')}
          value={String(plan)}
          onChange={({ currentTarget }) => setPlan(Number(currentTarget.value))}
          data={[
            { value: '0', label: t('prices.now') },
            ...list.planned.map(({ from }, index) => ({
              value: String(index + 1),
              label: calendarDate(from),
            })),
          ]}
        />
      )}
      <Programmes table={chosen} />
      {chosen.times.length > 0 && (
        <Week key={plan} table={chosen} timeZone={zone} note={otherZoneNote(zone, placeZone)} />
      )}
    </>
  )
}

function Programmes({ table: { programmes, times } }: { table: Table }) {
  const price = t(times.length > 0 ? 'prices.usualPrice' : 'field.price')
  return (
    <table className={`${tables.table} ${classes.offers}`}>
      <thead>
        <tr>
          <th scope="col">{t('field.programme')}</th>
          <th scope="col" className={classes.end}>
            {t('field.duration')}
          </th>
          <th scope="col" className={classes.end}>
            {price}
          </th>
        </tr>
      </thead>
      <tbody>
        {programmes.map((programme) => (
          <tr key={programme.name}>
            <th scope="row" className={classes.name}>
              {programme.name ?? '–'}
            </th>
            <td className={classes.end}>{minutes(programme.duration_minutes)}</td>
            <td className={classes.end} translate="no">
              {money(programme.price)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface WeekProps {
  table: Table
  timeZone: string
  note: string | undefined
}

/** Price of a programme at each hour; one row per span without a change on any day. */
function Week({ table, timeZone, note }: WeekProps) {
  const { programmes } = table
  const [programme, setProgramme] = useState(0)
  const usual = programmes[programme]?.price
  const about = useId()
  return (
    <>
      {programmes.length > 1 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('field.programme')}
            value={String(programme)}
            onChange={({ currentTarget }) => setProgramme(Number(currentTarget.value))}
            data={programmes.map(({ name }, index) => ({
              value: String(index),
              label: name ?? '–',
            }))}
          />
        </SimpleGrid>
      )}
      <Text id={about} size="sm" c="dimmed">
        {t('prices.weekOf', { zone: timeZone })} {note}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard */}
      <section aria-label={t('prices.week')} className={tables.frame} tabIndex={0}>
        <table aria-labelledby={about} className={classes.week}>
          <thead>
            <tr>
              <th scope="col">{t('prices.time')}</th>
              {weekdays.map((day) => (
                <th key={day} scope="col" aria-label={t(`revenue.${day}`)}>
                  {t(`revenue.${day}`).slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekOf(table, programme).map(({ from, until, prices }) => (
              <tr key={from}>
                <th scope="row">{`${from}–${until}`}</th>
                {prices.map((price, day) => (
                  <td key={weekdays[day]} data-other={price !== usual || undefined}>
                    {localNumber(plainAmount(price), currentLocale())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
