import type { OneReport } from '@coinless/contract/reports.ts'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { dateAndTime, label, longDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { Answers } from './Answers.tsx'
import { PaymentEvents } from './PaymentEvents.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { ReportPhoto } from './ReportPhoto.tsx'

/** Polling interval for an open report, in milliseconds. */
const askMs = 10_000

/** State of one of the user's reports. */
export default function ReportDetail() {
  const { id = '' } = useParams()
  const { data: report, error } = useQuery({
    queryKey: ['reports', id],
    queryFn: ({ signal }) => call(calls.reports.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.done_at === null ? askMs : false),
  })
  useReturnOnFailure(error, t('reports.loadFailed'), paths.reports, report)
  if (!report) return <Loading />
  const { answers, done_at, payment_id } = report
  return (
    <Page
      back={<BackLink to={paths.reports}>{t('reports.own')}</BackLink>}
      title={t('reports.one')}
      actions={<StatusBadge status={done_at ? 'done' : 'open'} />}
      narrow
    >
      <FieldList fields={fieldsOf(report)} />
      {payment_id && <PaymentEvents id={payment_id} />}
      <Stack component="section" gap="sm" aria-label={t('reports.answers')} aria-live="polite">
        <Title order={2} size="h4">
          {t('reports.answers')}
        </Title>
        {answers.length === 0 && !done_at && <Text c="dimmed">{t('reports.waiting')}</Text>}
        <Answers answers={answers} reporter={t('reports.you')} />
        {done_at && <Text>{t('reports.doneAt', { time: dateAndTime(done_at) })}</Text>}
      </Stack>
      <ReplyForm
        key={id}
        name={`reply ${id}`}
        label={t('reports.reply')}
        isOver={done_at !== null}
        send={(text, idempotencyKey) =>
          call(calls.reports.reply, { params: { id }, body: { text }, idempotencyKey })
        }
      />
    </Page>
  )
}

function fieldsOf(report: OneReport): [string, ReactNode][] {
  const { device_id, device_label, device_number, may_see_device, payment_id, text } = report
  const device = `${device_label} · ${device_number}`
  return [
    [
      t('words.device'),
      may_see_device ? (
        <Anchor key="device" component={Link} to={paths.device(device_id)} inherit>
          {device}
        </Anchor>
      ) : (
        device
      ),
    ],
    [t('field.kind'), label(report.kind)],
    ...(text ? [[t('field.description'), text] satisfies [string, string]] : []),
    ...(report.has_photo
      ? [
          [
            t('field.photo'),
            <ReportPhoto
              key="photo"
              id={report.id}
              name={t('reports.yourPhoto')}
              open={t('reports.openYourPhoto')}
            />,
          ] satisfies [string, ReactNode],
        ]
      : []),
    ...(payment_id
      ? [
          [
            t('words.payment'),
            <Anchor key="payment" component={Link} to={paths.cycle(payment_id)} inherit>
              {t('cycle.see')}
            </Anchor>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    [t('heading.date'), longDate(report.created_at)],
  ]
}
