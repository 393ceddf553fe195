import { placesOf } from '@coinless/contract/permissions.ts'
import type { UsageFigures } from '@coinless/contract/usage.ts'
import { Card, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { hour, share } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { weekdays } from '../../shared/ui/weekdays.ts'
import { busiestAndQuietest, type Window } from './busiest.ts'
import { datesOf } from './comparison.ts'
import { FileButton } from './FileButton.tsx'
import { Heatmap } from './Heatmap.tsx'
import { PlacesFailure } from './PlaceFilter.tsx'
import { type Asked, useQuestion } from './question.ts'
import { RevenueFilters } from './RevenueFilters.tsx'
import { RevenueTabs } from './RevenueTabs.tsx'
import { UsageRooms } from './UsageRooms.tsx'

/** When machines are in use, and how long people wait for one. */
export default function Usage() {
  const asked = useQuestion(paths.usage)
  const { by: _by, payment_method: _method, ...question } = asked.question
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', question],
    queryFn: ({ signal }) => call(calls.usage.get, { query: question, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title={t('revenue.title')}
      tabTitle={`${t('usage.title')} · ${t('revenue.title')}`}
      actions={data && <Files figures={data} question={question} />}
    >
      <RevenueTabs current={paths.usage} />
      <RevenueFilters asked={asked} isUsage />
      {!error && <PlacesFailure owner={question.owner} />}
      {error && (
        <LoadFailure message={messageOf(error, t('usage.failed'))} retry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton height={320} />}
      {!error && data && <Figures figures={data} zone={question.time_zone} />}
    </Page>
  )
}

interface FilesProps {
  figures: UsageFigures
  question: Omit<Asked['question'], 'by' | 'payment_method'>
}

function Files({ figures: { from, until, rooms }, question }: FilesProps) {
  if (placesOf(useUser())) return null
  const days = `${from}-${until}.csv`
  return (
    <>
      <FileButton
        target={calls.usage.export}
        query={{ ...question, rows: 'hours' }}
        name={`usage-${days}`}
        text={t('usage.csv')}
      />
      {rooms.length > 0 && (
        <FileButton
          target={calls.usage.export}
          query={{ ...question, rows: 'rooms' }}
          name={`waiting-times-${days}`}
          text={t('usage.roomsCsv')}
        />
      )}
    </>
  )
}

function Figures({ figures, zone }: { figures: UsageFigures; zone: string }) {
  const { from, until, hours, rooms } = figures
  const windows = busiestAndQuietest(hours)
  return (
    <>
      <Title order={2} size="h4">
        {datesOf({ from, until })}
      </Title>
      {windows ? (
        <>
          <Text>
            {t('usage.busiest', factsOf(windows[0]))} {t('usage.quietest', factsOf(windows[1]))}
          </Text>
          <Card withBorder>
            <Heatmap hours={hours} />
          </Card>
        </>
      ) : (
        <Card withBorder>
          <Text fw={500}>{t('usage.none')}</Text>
          <Text size="sm" c="dimmed">
            {t('revenue.noneHint')}
          </Text>
        </Card>
      )}
      <UsageRooms rooms={rooms} />
      <Text size="sm" c="dimmed">
        {t('usage.zone', { zone: zone.replaceAll('_', ' ') })}
      </Text>
    </>
  )
}

function factsOf({ weekday, from, end, share: used }: Window) {
  return {
    weekday: t(`revenue.${weekdays[weekday - 1] ?? 'monday'}`),
    from: hour(from),
    until: hour(end % 24),
    share: share(used),
  }
}
