import type { Attention } from '@coinless/contract/attention.ts'
import { limits } from '@coinless/contract/limits.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, label, money, number } from '../../shared/ui/formats.ts'
import { LinkedRows } from '../../shared/ui/LinkedRows.tsx'
import { useAttention } from './dashboard-queries.ts'

/** Problems of the user's devices and unpaid runs. Hidden if there are none. */
export function NeedsAttention() {
  const attention = useAttention()
  if (!attention) return null
  return (
    <>
      {attention.alerts.length > 0 && <Alerts attention={attention} />}
      {attention.cut_short.length > 0 && <CutShort attention={attention} />}
      {attention.cases.length > 0 && <Cases attention={attention} />}
      {attention.losses.length > 0 && <Losses attention={attention} />}
    </>
  )
}

function Alerts({ attention: { alerts, alert_count } }: { attention: Attention }) {
  return (
    <LinkedRows
      title={t('dashboard.alerts', { number: number(alert_count) })}
      order={2}
      {...(alert_count > alerts.length && {
        hint: t('dashboard.alertsNewest', { number: alerts.length }),
      })}
      rows={alerts.map((device) => ({
        to: paths.device(device.id),
        name: `${device.label} · ${device.device_number}`,
        where: device.location,
        value: t(`dashboard.alert.${device.kind}`),
        more: t('dashboard.since', { time: dateAndTime(device.since) }),
      }))}
    />
  )
}

function CutShort({ attention: { cut_short, cut_short_count } }: { attention: Attention }) {
  return (
    <LinkedRows
      title={t('dashboard.cutShortTitle', { number: number(cut_short_count) })}
      order={2}
      hint={t('dashboard.cutShortHint', {
        count: limits.cutShortCycles,
        days: limits.cutShortDays,
      })}
      rows={cut_short.map(({ transaction_id, customer_name, cycles, given_back, since }) => ({
        to: paths.transaction(transaction_id),
        name: customer_name ?? t('dashboard.unnamed'),
        where: t('dashboard.cutShort', { cycles: t('units.cycles', { count: cycles }) }),
        value: t('dashboard.cutShortBack', { amount: money(given_back) }),
        more: t('dashboard.since', { time: dateAndTime(since) }),
      }))}
    />
  )
}

function Cases({ attention: { cases, case_count } }: { attention: Attention }) {
  return (
    <LinkedRows
      title={t('dashboard.cases', { number: number(case_count) })}
      order={2}
      {...(case_count > cases.length && {
        hint: t('dashboard.alertsNewest', { number: cases.length }),
      })}
      rows={cases.map(({ id, kind, device, report_count, reported_at }) => ({
        to: paths.reportCase(id),
        name: `${device.label} · ${device.device_number}`,
        where: device.location,
        value: `${label(kind)} · ${t('dashboard.caseReports', { count: report_count })}`,
        more: dateAndTime(reported_at),
      }))}
    />
  )
}

function Losses({ attention: { losses, loss_count, lost } }: { attention: Attention }) {
  return (
    <LinkedRows
      title={t('losses.title', { number: number(loss_count) })}
      order={2}
      hint={t('losses.hint', { amount: money(lost), days: limits.dashboardDays })}
      rows={losses.map((loss) => ({
        to: placeOf(loss),
        name: `${loss.device_label} · ${loss.device_number}`,
        where: t(`losses.why.${loss.why}`),
        value: money(loss.amount),
        more: dateAndTime(loss.created_at),
      }))}
    />
  )
}

/** A card that was never charged has no transaction. */
function placeOf({ transaction_id, device_id }: Attention['losses'][number]): string | undefined {
  if (transaction_id) return paths.transaction(transaction_id)
  return device_id ? paths.device(device_id) : undefined
}
