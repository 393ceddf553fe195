import type { Revenue, Spending } from '@coinless/contract/dashboard.ts'
import { SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { useCodesWait } from '../../shared/account/WaitingCodes.tsx'
import { messageOf } from '../../shared/calls/client.ts'
import { labelOfCode } from '../../shared/codes/code-label.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { revenueQuery } from '../../shared/next-step/next-step-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime, money } from '../../shared/ui/formats.ts'
import { LinkedRows } from '../../shared/ui/LinkedRows.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import classes from './Dashboard.module.css'
import { savedCodesQuery, spendingQuery } from './dashboard-queries.ts'

/** For payers. Hidden for landlords without payments. */
export function SpendingSection() {
  const user = useUser()
  const { data: isLandlord } = useQuery({ ...revenueQuery, select: hasDevices })
  const { data: loaded, error, refetch } = useQuery(spendingQuery)
  // Renders with low priority: keys and taps come first.
  const data = useDeferredValue(loaded)
  if (data && isLandlord && isEmpty(data)) return null
  // Most landlords pay nowhere: a placeholder would vanish.
  if (!data && !error && user.user_type === 'landlord') return null
  return (
    <Stack component="section" aria-label={t('dashboard.spending')} className={classes.section}>
      <Title order={2} size="h4">
        {t('dashboard.spending')}
      </Title>
      {error && (
        <LoadFailure
          message={messageOf(error, t('dashboard.failed'))}
          retry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton height={120} />}
      {data && <Lists spending={data} />}
    </Stack>
  )
}

function hasDevices(revenue: Revenue): boolean {
  return revenue.has_devices
}

function isEmpty({ last_payments, codes }: Spending): boolean {
  return last_payments.length === 0 && codes.length === 0
}

function Lists({ spending }: { spending: Spending }) {
  const codesWait = useCodesWait()
  const { data: saved = [] } = useQuery(savedCodesQuery)
  const left = (amount: number) => t('dashboard.left', { amount: money(amount) })
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <LinkedRows
        title={t('dashboard.lastPayments')}
        none={t('dashboard.noPayments')}
        rows={spending.last_payments.map((payment) => ({
          to: paths.transaction(payment.id),
          name: `${payment.device_label} · ${payment.device_number}`,
          where: dateAndTime(payment.created_at),
          value: money(payment.amount),
          more: payment.refund_cause ? t(`moneyBack.${payment.refund_cause}`) : undefined,
        }))}
      />
      <LinkedRows
        title={t('dashboard.yourCodes')}
        none={codesWait ? t('waiting.title') : t('dashboard.noCodes')}
        rows={[
          ...spending.codes.map(({ id, code, location, remaining_balance }) => ({
            to: paths.prepaidCode(id),
            name: code,
            where: location ?? undefined,
            value: left(remaining_balance),
          })),
          ...saved.map((code) => ({
            to: paths.payWith(code.id),
            name: labelOfCode(code),
            where: t('prepaidCodes.saved'),
            value: left(code.remaining_balance),
          })),
        ]}
      />
    </SimpleGrid>
  )
}
