import type { SystemState } from '@coinless/contract/system.ts'
import { systemLimits } from '@coinless/contract/system-limits.ts'
import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { download, messageOf } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { systemQuery } from '../../shared/next-step/next-step-queries.ts'
import { SystemAttention } from '../../shared/next-step/SystemAttention.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { dateAndTime, number, timeOrDate } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { backupFields, serverFields, sharedFields } from './fields.tsx'

/** State of the installation: of this server, and of all. */
export default function System() {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(systemQuery)
  return (
    <Page
      title={t('system.title')}
      actions={
        <>
          <BusyButton
            variant="default"
            leftSection={<RefreshCw size={16} aria-hidden />}
            isBusy={isFetching}
            onClick={() => void refetch()}
          >
            {t('system.refresh')}
          </BusyButton>
          <BundleButton />
        </>
      }
    >
      {error && (
        <LoadFailure
          message={messageOf(error, t('system.loadFailed'))}
          retry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={480} />}
      {data && <SystemDetails system={data} updatedAt={dataUpdatedAt} />}
    </Page>
  )
}

interface SystemDetailsProps {
  system: SystemState
  updatedAt: number
}

function SystemDetails({ system, updatedAt }: SystemDetailsProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('system.asOf', { time: timeOrDate(new Date(updatedAt).toISOString()) })}
      </Text>
      <SystemAttention system={system} />
      <Section title={t('system.all')} hint={t('system.allHint')}>
        <FieldList fields={sharedFields(system.all)} />
      </Section>
      <Section
        title={t('system.backups')}
        hint={t(`system.keptBy.${system.all.backups.kept_by}`, {
          days: number(systemLimits.backupFileDays),
        })}
      >
        <FieldList fields={backupFields(system.all.backups)} />
      </Section>
      <Section
        title={t('system.server', { name: system.server.name })}
        hint={t('system.serverHint')}
      >
        <FieldList fields={serverFields(system.server)} />
      </Section>
      <Problems
        title={t('system.errors', { count: system.all.error_count })}
        hint={t('system.errorsHint')}
        none={t('system.noErrors')}
        rows={system.all.errors.map(({ source, error: kind, times, last_at }) => ({
          what: source,
          more: [kind, ...often(times, last_at)],
        }))}
      />
      <Problems
        title={t('system.slow')}
        hint={t('system.slowHint', { ms: number(system.server.slow_query_ms) })}
        none={t('system.noneSlow')}
        rows={system.all.slow_statements.map(({ statement, longest_ms, times, last_at }) => ({
          what: statement,
          more: [t('system.longest', { ms: number(longest_ms) }), ...often(times, last_at)],
        }))}
      />
      <Text size="sm" c="dimmed">
        {t('system.bundleHint')}
      </Text>
    </>
  )
}

function often(times: number, lastAt: string): string[] {
  return [t('system.times', { count: times }), t('system.last', { time: dateAndTime(lastAt) })]
}

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {children}
    </Stack>
  )
}

interface ProblemsProps {
  title: string
  hint: string
  none: string
  rows: { what: string; more: string[] }[]
}

function Problems({ title, hint, none, rows }: ProblemsProps) {
  return (
    <Section title={title} hint={hint}>
      <Card withBorder>
        {rows.length === 0 && <Text>{none}</Text>}
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {rows.map(({ what, more }) => (
            <li key={what + more[0]} style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm" ff="monospace">
                {what}
              </Text>
              <Text size="sm" c="dimmed">
                {more.filter(Boolean).join(' · ')}
              </Text>
            </li>
          ))}
        </Stack>
      </Card>
    </Section>
  )
}

function BundleButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(calls.system.supportBundle, {}, 'coinless-support.json'),
    onError: showFailure(t('system.bundleFailed')),
  })
  return (
    <BusyButton
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {t('system.bundle')}
    </BusyButton>
  )
}
