import type { RevenueFigures } from '@coinless/contract/revenue.ts'
import { Card, SimpleGrid, Text } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { calendarDate, money, number } from '../../shared/ui/formats.ts'

type Sum = 'gross' | 'refunded' | 'net' | 'payments'

/** Each sum, compared with the period before and a year before. */
export function Totals({ figures }: { figures: RevenueFigures }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {(['gross', 'refunded', 'net', 'payments'] as const).map((sum) => (
        <Card key={sum} withBorder component="section" aria-label={t(`revenue.${sum}`)}>
          <Text size="sm" c="dimmed">
            {t(`revenue.${sum}`)}
          </Text>
          <Text fz={24} fw={650} translate="no">
            {shown(sum, figures.total[sum])}
          </Text>
          <Compared sum={sum} of={figures.before} text={t('revenue.before')} />
          <Compared sum={sum} of={figures.year_before} text={t('revenue.yearBefore')} />
        </Card>
      ))}
    </SimpleGrid>
  )
}

function Compared({ sum, of, text }: { sum: Sum; of: RevenueFigures['before']; text: string }) {
  const days = t('revenue.fromUntil', {
    from: calendarDate(of.from),
    until: calendarDate(of.until),
  })
  return (
    <Text size="xs" c="dimmed" title={days}>
      {`${text}: ${shown(sum, of[sum])}`}
    </Text>
  )
}

function shown(sum: Sum, value: number): string {
  return sum === 'payments' ? number(value) : money(value)
}
