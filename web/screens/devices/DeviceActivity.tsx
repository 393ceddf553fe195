import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayUse } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, label, money } from '../../shared/ui/formats.ts'
import { LinkedRows } from '../../shared/ui/LinkedRows.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { useDeviceLink } from './device-queries.ts'
import { LinkTrouble } from './LinkTrouble.tsx'

const shown = { page: 1, limit: 5 }
/** Polling interval in milliseconds, as in the list of reports. */
const askMs = 30_000

interface ActivityProps {
  id: string
}

/** Last faults and payments of a device, by the rights of the user. */
export default function DeviceActivity({ id }: ActivityProps) {
  const user = useUser()
  return (
    <Stack>
      {mayUse(user, 'controllers') && <Trouble id={id} />}
      {mayUse(user, 'reports') && <OpenReports id={id} />}
      {mayUse(user, 'read_money') && <LastPayments id={id} />}
    </Stack>
  )
}

function Trouble({ id }: ActivityProps) {
  const { data } = useDeviceLink(id)
  return data?.thing ? <LinkTrouble link={data.thing} /> : null
}

function OpenReports({ id }: ActivityProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['report-cases', 'open', id],
    queryFn: ({ signal }) =>
      call(calls.reports.listCases, {
        query: { ...shown, device_id: id, status: 'open' },
        signal,
      }),
    refetchInterval: askMs,
  })
  if (error && !data) {
    const message = messageOf(error, t('reports.loadListFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={2} />
  return (
    <LinkedRows
      title={t('devices.openReports')}
      order={2}
      none={t('devices.noOpenReports')}
      rows={data.data.map((found) => ({
        to: paths.reportCase(found.id),
        name: label(found.kind),
        value: t('dashboard.caseReports', { count: found.report_count }),
        more: dateAndTime(found.reported_at),
      }))}
      all={<All to={paths.deviceReports(id)} name={t('devices.allReports')} />}
    />
  )
}

function LastPayments({ id }: ActivityProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', 'last', id],
    queryFn: ({ signal }) =>
      call(calls.transactions.list, { query: { ...shown, device_id: id }, signal }),
    refetchInterval: askMs,
  })
  if (error && !data) {
    const message = messageOf(error, t('transactions.loadListFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={4} />
  return (
    <LinkedRows
      title={t('devices.lastPayments')}
      order={2}
      none={t('devices.noPayments')}
      rows={data.data.map((payment) => ({
        to: paths.transaction(payment.id),
        name: dateAndTime(payment.created_at),
        where: payment.customer_name ?? undefined,
        value: money(payment.amount),
        ...(payment.refunded_amount > 0 && {
          more: t('transactions.refundedOf', { amount: money(payment.refunded_amount) }),
        }),
      }))}
      all={<All to={paths.devicePayments(id)} name={t('devices.allPayments')} />}
    />
  )
}

function All({ to, name }: { to: string; name: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" mt="sm" display="block">
      {name}
    </Anchor>
  )
}
