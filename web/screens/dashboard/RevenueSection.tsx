import type { Revenue } from '@coinless/contract/dashboard.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sumOfAmounts } from '@coinless/contract/money.ts'
import { Anchor, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { messageOf } from '../../shared/calls/client.ts'
import { Activity } from '../../shared/live/Activity.tsx'
import { type ShownState, useDeviceStates } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { revenueQuery } from '../../shared/next-step/next-step-queries.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Bar, BarChart } from '../../shared/ui/BarChart.tsx'
import { date, day, money, number } from '../../shared/ui/formats.ts'
import { LinkedRows } from '../../shared/ui/LinkedRows.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { viewersTimeZone } from '../../shared/ui/time-zone.ts'
import classes from './Dashboard.module.css'
import { RevenueTable } from './RevenueTable.tsx'

/** For owners and landlords of devices. */
export function RevenueSection() {
  const user = useUser()
  const { data: loaded, error, refetch } = useQuery(revenueQuery)
  // Renders with low priority: keys and taps come first.
  const data = useDeferredValue(loaded)
  // Most tenants have no devices: a placeholder would vanish.
  const isExpected = user.user_type === 'landlord'
  if (data?.has_devices === false || !(data || error || isExpected)) return null
  return (
    <Stack component="section" aria-label={t('dashboard.yourDevices')} className={classes.section}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('dashboard.yourDevices')}
        </Title>
        <Group>
          <Anchor component={Link} size="sm" to={paths.lastMonthByPlace}>
            {t('dashboard.lastMonthByPlace')}
          </Anchor>
          <Anchor component={Link} size="sm" to={paths.revenue}>
            {t('dashboard.allRevenue')}
          </Anchor>
        </Group>
      </Group>
      {error && (
        <LoadFailure
          message={messageOf(error, t('dashboard.failed'))}
          retry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton height={220} />}
      {data && <Figures revenue={data} />}
    </Stack>
  )
}

function Figures({ revenue }: { revenue: Revenue }) {
  const shown = [...revenue.best_devices, ...revenue.idle_devices].map(({ id }) => id)
  const states = useDeviceStates([...new Set(shown)])
  return (
    <>
      <Totals days={revenue.days} />
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <LinkedRows
          title={t('dashboard.bestDevices')}
          hint={t('dashboard.bestDevicesHint')}
          none={t('dashboard.noRevenue')}
          rows={revenue.best_devices.map((device) => ({
            ...deviceRow(device, states[device.id]),
            value: money(device.revenue),
            more: t('units.cycles', { count: device.cycles }),
          }))}
        />
        <LinkedRows
          title={t('dashboard.idleDevices')}
          hint={t('dashboard.idleDevicesHint', { days: limits.idleDays })}
          none={t('dashboard.noIdleDevices', { days: limits.idleDays })}
          rows={revenue.idle_devices.map((device) => ({
            ...deviceRow(device, states[device.id]),
            more: device.last_paid_at
              ? t('dashboard.lastUsed', { date: date(device.last_paid_at) })
              : t('dashboard.neverUsed'),
          }))}
        />
        <LinkedRows
          title={t('dashboard.lowCodes')}
          hint={t('dashboard.lowCodesHint', { days: limits.dashboardDays })}
          none={t('dashboard.noLowCodes')}
          rows={revenue.low_codes.map(({ id, code, customer_name, remaining_balance }) => ({
            to: paths.prepaidCode(id),
            name: code,
            where: customer_name ?? undefined,
            value: t('dashboard.left', { amount: money(remaining_balance) }),
          }))}
        />
      </SimpleGrid>
    </>
  )
}

function deviceRow(
  device: Pick<Revenue['idle_devices'][number], 'id' | 'label' | 'device_number' | 'location'>,
  state?: ShownState,
) {
  return {
    to: paths.device(device.id),
    name: `${device.label} · ${device.device_number}`,
    where: device.location,
    now: <Activity shown={state} />,
  }
}

function Totals({ days }: { days: Revenue['days'] }) {
  const revenue = sumOfAmounts(days.map((day) => day.revenue))
  const cycles = days.reduce((sum, day) => sum + day.cycles, 0)
  return (
    <Card withBorder>
      <Group justify="space-between" mb="md">
        <Group gap="xl">
          <Figure label={t('dashboard.today')} value={money(days.at(-1)?.revenue ?? 0)} />
          <Figure label={t('dashboard.lastRevenue')} value={money(revenue)} />
          <Figure label={t('dashboard.lastCycles')} value={number(cycles)} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('dashboard.last30Days', { zone: viewersTimeZone.replaceAll('_', ' ') })}
        </Text>
      </Group>
      <BarChart label={t('dashboard.chart')} bars={barsOf(days)} />
      <RevenueTable days={days} />
    </Card>
  )
}

const daysPerWeek = 7

/** Labels one day per week with its date, counted back from today. */
function barsOf(days: Revenue['days']): Bar[] {
  return days.map(({ date: key, revenue: amount }, n) => ({
    key,
    name: day(key),
    amount,
    isNamed: (days.length - 1 - n) % daysPerWeek === 0,
  }))
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={24} fw={650}>
        {value}
      </Text>
    </div>
  )
}
