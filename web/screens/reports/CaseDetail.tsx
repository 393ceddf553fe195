import type { OneReportCase } from '@coinless/contract/reports.ts'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
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
import { dateAndTime, label, money, number } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { Answers } from './Answers.tsx'
import { CaseActions } from './CaseActions.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentEvents } from './PaymentEvents.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { ReportPhoto } from './ReportPhoto.tsx'
import classes from './Reports.module.css'

const askMs = 10_000

/** One fault of one machine: its reports and the possible actions. */
export default function CaseDetail() {
  const { id = '' } = useParams()
  const { data: found, error } = useQuery({
    queryKey: ['report-cases', id],
    queryFn: ({ signal }) => call(calls.reports.getCase, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.done_at === null ? askMs : false),
  })
  useReturnOnFailure(error, t('reports.loadFailed'), paths.reportCases, found)
  if (!found) return <Loading />
  const { done_at, reports } = found
  return (
    <Page
      back={<BackLink to={paths.reportCases}>{t('reports.cases')}</BackLink>}
      title={label(found.kind)}
      actions={<StatusBadge status={done_at ? 'done' : 'open'} />}
      narrow
    >
      <FieldList fields={fieldsOf(found)} />
      <Stack component="section" gap="sm" aria-label={t('reports.said')}>
        {reports.map((report) => (
          <Said key={report.id} caseId={id} report={report} />
        ))}
      </Stack>
      <AnswerForm
        label={t('reports.answerAll')}
        caseId={id}
        isOver={reports.filter((report) => !report.done_at).length < 2}
      />
      <CaseActions found={found} />
    </Page>
  )
}

function fieldsOf({ device, device_status, ...found }: OneReportCase): [string, ReactNode][] {
  const name = `${device.label} · ${device.device_number}`
  return [
    [
      t('words.device'),
      device_status === null ? (
        `${name} (${t('reports.deleted')})`
      ) : (
        <Anchor key="device" component={Link} to={paths.device(device.id)} inherit>
          {name}
        </Anchor>
      ),
    ],
    [t('field.location'), device.location],
    [t('reports.count'), number(found.report_count)],
    [
      t('reports.countOfDevice'),
      <Anchor key="count" component={Link} to={paths.reportCasesOf(device.id)} inherit>
        {number(found.device_report_count)}
      </Anchor>,
    ],
  ]
}

interface SaidProps {
  caseId: string
  report: OneReportCase['reports'][number]
}

/** One report, with the actions for its reporter. */
function Said({ caseId, report }: SaidProps) {
  const { id, reporter_name, text, created_at, payment, answers } = report
  return (
    <Card withBorder component="article" aria-label={reporter_name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {reporter_name}
          </Text>
          <Text size="xs" c="dimmed">
            {dateAndTime(created_at)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {t('reports.byReporter', { count: report.reporter_report_count })}
        </Text>
        {report.is_automatic && <Text size="sm">{t('reports.automatic')}</Text>}
        {text && <p className={classes.said}>{text}</p>}
        {report.has_photo && (
          <ReportPhoto
            id={id}
            name={t('reports.photoOf', { name: reporter_name })}
            open={t('reports.openPhoto', { name: reporter_name })}
          />
        )}
        {payment && (
          <Group gap="xs">
            <Text size="sm">
              {t('units.labeled', {
                name: t('words.payment'),
                value: `${money(payment.amount)} · ${label(payment.payment_method)}`,
              })}
            </Text>
            {payment.transaction_id ? (
              <Anchor component={Link} to={paths.transaction(payment.transaction_id)} size="sm">
                {dateAndTime(payment.created_at)}
              </Anchor>
            ) : (
              <Text size="sm">{t('reports.notCharged')}</Text>
            )}
          </Group>
        )}
        {payment?.transaction_id && <PaymentEvents id={payment.transaction_id} />}
        {payment && (
          <Group gap="xs">
            <PaymentActions payment={payment} />
          </Group>
        )}
        <Answers answers={answers} reporter={reporter_name} />
        <AnswerForm
          label={t('reports.answer')}
          caseId={caseId}
          reportId={id}
          isOver={report.done_at !== null}
        />
      </Stack>
    </Card>
  )
}

interface AnswerProps {
  label: string
  caseId: string
  /** undefined: answers all open reports. */
  reportId?: string
  isOver: boolean
}

function AnswerForm({ label, caseId, reportId, isOver }: AnswerProps) {
  const name = `answer ${reportId ?? caseId}`
  return (
    <ReplyForm
      key={name}
      name={name}
      label={label}
      isOver={isOver}
      isFramed={!reportId}
      variant="default"
      send={(text, idempotencyKey) =>
        call(calls.reports.answer, {
          params: { id: caseId },
          body: { text, ...(reportId && { report_id: reportId }) },
          idempotencyKey,
        })
      }
    />
  )
}
