import type { BulkReport } from '@coinless/contract/bulk-changes.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { dateAndTime } from '../ui/formats.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { BulkProgress, Groups } from './BulkReport.tsx'
import OpenChange from './OpenChange.tsx'
import { isOpen } from './use-bulk-change.ts'

/** Results of the bulk changes of the last day, also of those started in closed tabs. */
export default function BulkChanges() {
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk-changes', 'recent'],
    queryFn: ({ signal }) => call(calls.bulkChanges.recent, { signal }),
    staleTime: 0,
  })
  return (
    <Page
      title={t('bulkReports.title')}
      back={
        <Group gap="xs">
          <BackLink to={paths.devices}>{t('devices.back')}</BackLink>
          <BackLink to={paths.prepaidCodes}>{t('prepaidCodes.back')}</BackLink>
        </Group>
      }
      narrow
    >
      <Text size="sm" c="dimmed">
        {t('bulkReports.kept', { count: limits.bulkReports, hours: limits.bulkKeptHours })}
      </Text>
      {error && (
        <LoadFailure
          message={messageOf(error, t('bulkReports.loadFailed'))}
          retry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading rows={4} />}
      {data?.data.length === 0 && <Alert title={t('bulkReports.none')} />}
      {data?.data.map((change) => (
        <Report key={change.id} change={change} />
      ))}
    </Page>
  )
}

function Report({ change }: { change: BulkReport }) {
  const time = dateAndTime(change.created_at)
  return (
    <Card withBorder component="section" aria-label={t(`bulkReports.${change.things}`, { time })}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t(`bulkReports.${change.things}`, { time })}
        </Title>
        <Groups change={change} />
        {isOpen(change) ? <OpenChange found={change} /> : <BulkProgress change={change} />}
      </Stack>
    </Card>
  )
}
