import { placesOf } from '@coinless/contract/permissions.ts'
import type { RevenueFigures } from '@coinless/contract/revenue.ts'
import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { datesOf } from './comparison.ts'
import { earlierPeriods, hasData } from './earlier-periods.ts'
import { FileButton } from './FileButton.tsx'
import { PlacesFailure } from './PlaceFilter.tsx'
import { useQuestion } from './question.ts'
import { RevenueFilters } from './RevenueFilters.tsx'
import { RevenueRows } from './RevenueRows.tsx'
import { RevenueTabs } from './RevenueTabs.tsx'
import { Totals } from './Totals.tsx'

/** Revenue in any period, compared with the period before and a year before. */
export default function Revenue() {
  const user = useUser()
  const asked = useQuestion()
  const { question } = asked
  const { data, error, refetch } = useQuery({
    queryKey: ['revenue', question],
    queryFn: ({ signal }) => call(calls.revenue.get, { query: question, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const fileName = data && `revenue-${data.total.from}-${data.total.until}.csv`
  return (
    <Page
      title={t('revenue.title')}
      actions={
        fileName &&
        !placesOf(user) && (
          <>
            <FileButton
              target={calls.revenue.bookkeeping}
              query={{ ...question, by: undefined }}
              name={`bookkeeping-${fileName}`}
              text={t('revenue.bookkeeping')}
            />
            <FileButton
              target={calls.revenue.export}
              query={question}
              name={fileName}
              text={t('revenue.csv')}
            />
          </>
        )
      }
    >
      <RevenueTabs current={paths.revenue} />
      <RevenueFilters asked={asked} />
      {!error && <PlacesFailure owner={question.owner} />}
      {error && (
        <LoadFailure message={messageOf(error, t('revenue.failed'))} retry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton height={320} />}
      {!error && data && (
        <>
          <Title order={2} size="h4">
            {datesOf(data.total)}
          </Title>
          <Totals figures={data} earlier={earlierPeriods(data)} />
          {isEmpty(data) ? (
            <Card withBorder>
              <Text fw={500}>{t('revenue.none')}</Text>
              <Text size="sm" c="dimmed">
                {t('revenue.noneHint')}
              </Text>
            </Card>
          ) : (
            <RevenueRows figures={data} earlier={earlierPeriods(data)} asked={asked} />
          )}
          <Notes figures={data} zone={question.time_zone} />
        </>
      )}
    </Page>
  )
}

function isEmpty({ total, before, year_before }: RevenueFigures): boolean {
  return ![total, before, year_before].some(hasData)
}

/** Explains the figures, and names those that are unknown. */
function Notes({ figures, zone }: { figures: RevenueFigures; zone: string }) {
  return (
    <>
      {figures.unused_prepaid !== null && (
        <Card withBorder component="section" aria-label={t('revenue.unused')}>
          <Title order={2} size="h5">
            {t('revenue.unused')}
          </Title>
          <Text fz={24} fw={650}>
            {money(figures.unused_prepaid)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('revenue.unusedHint')}
          </Text>
        </Card>
      )}
      <Stack gap={4}>
        {figures.has_tax && <Text size="sm">{t('revenue.taxNote')}</Text>}
        {figures.topped_up && (
          <Text size="sm">
            {t('revenue.toppedUp', {
              gross: money(figures.topped_up.gross),
              net: money(figures.topped_up.net_of_tax),
              tax: money(figures.topped_up.tax),
            })}
          </Text>
        )}
        {figures.has_card_payments && <Text size="sm">{t('revenue.feesUnknown')}</Text>}
        <Text size="sm" c="dimmed">
          {t('revenue.zone', { zone: zone.replaceAll('_', ' ') })}
        </Text>
      </Stack>
    </>
  )
}
