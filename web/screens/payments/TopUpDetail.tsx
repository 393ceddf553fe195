import type { OneTopUp } from '@coinless/contract/top-ups.ts'
import { Alert, Button, Group, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Printer } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { documentFields, RefundDocuments } from '../../shared/receipts/documents.tsx'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { addressOf, label, longDate, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useCardSettings } from './CardTab.tsx'
import { TopUpRefundButton } from './TopUpRefundButton.tsx'
import { TopUpRefunds } from './TopUpRefunds.tsx'

const StripeConfirmation = lazy(() => awaited(() => import('./StripeConfirmation.tsx')))

const pauseMs = 2000

/** Outcome of a top-up by card, and its receipt. */
export default function TopUpDetail() {
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const deviceId = address.get('device')
  const queryClient = useQueryClient()
  const { data: topUp, error } = useQuery({
    queryKey: ['top-ups', id],
    queryFn: ({ signal }) => call(calls.topUps.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pauseMs : false),
  })
  const { data: settings } = useCardSettings()
  const isOver = topUp !== undefined && topUp.status !== 'pending'
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
  }, [isOver, queryClient])
  useReturnOnFailure(error, t('topUps.loadFailed'), paths.topUps, topUp)
  if (!topUp) return <Loading />
  const { client_secret, prepaid_code_id, remaining_balance } = topUp
  return (
    <Page
      back={<BackLink to={paths.topUps}>{t('topUps.list')}</BackLink>}
      title={t('topUps.detail')}
      actions={<StatusBadge status={topUp.status} />}
      narrow
    >
      <State topUp={topUp} />
      {settings && client_secret && (
        <Suspense>
          <StripeConfirmation settings={settings} clientSecret={client_secret} />
        </Suspense>
      )}
      <FieldList fields={[...documentFields(topUp.documents), ...fieldsOf(topUp)]} />
      <RefundDocuments documents={topUp.documents} />
      <Group className="screen-only">
        {deviceId && (
          <Button component={Link} to={paths.payAt(deviceId)}>
            {t('topUps.toPayment')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('transactions.print')}
        </Button>
        {remaining_balance !== null && (
          <Button component={Link} to={paths.prepaidCode(prepaid_code_id)} variant="default">
            {t('prepaidCodes.view')}
          </Button>
        )}
        {topUp.refundable_amount > 0 && <TopUpRefundButton topUp={topUp} />}
      </Group>
      <div className="screen-only">
        <TopUpRefunds topUpId={id} />
      </div>
    </Page>
  )
}

function fieldsOf(topUp: OneTopUp): [string, string][] {
  const { amount, refunded_amount, remaining_balance } = topUp
  return [
    [t('field.amount'), money(amount)],
    ...(refunded_amount > 0
      ? [[t('heading.refunded'), money(refunded_amount)] satisfies [string, string]]
      : []),
    ...(remaining_balance === null
      ? []
      : [[t('topUps.onCode'), money(remaining_balance)] satisfies [string, string]]),
    [t('field.payment_method'), label('credit_card')],
    [t('heading.date'), longDate(topUp.created_at)],
    [t('heading.paidTo'), addressOf(topUp.paid_to)],
    [t('topUps.id'), topUp.id],
  ]
}

const ended = { failed: 'payments.cardFailed', unmatched: 'payments.cardUnmatched' } as const

function State({ topUp: { amount, refusal, status } }: { topUp: OneTopUp }) {
  if (status === 'pending') {
    return (
      <Alert role="status" icon={<Loader size="sm" />} color="yellow">
        {t('topUps.pending')}
      </Alert>
    )
  }
  if (refusal) {
    const why = t(`topUps.${refusal}`)
    const title = t('topUps.goesBack', { amount: money(amount) })
    return (
      <Alert role="status" icon={<CircleAlert />} color="yellow" title={title}>
        {why}
      </Alert>
    )
  }
  if (status === 'completed') {
    const title = t('topUps.done', { amount: money(amount) })
    return (
      <Alert
        role="status"
        className="screen-only"
        icon={<CircleCheck />}
        color="green"
        title={title}
      />
    )
  }
  const title = status in ended ? t(ended[status as 'failed']) : status
  return <Alert role="status" icon={<CircleAlert />} color="red" title={title} />
}
