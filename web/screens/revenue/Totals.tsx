import type { RevenueFigures } from '@coinless/contract/revenue.ts'
import { Card, SimpleGrid, Text } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { money, number } from '../../shared/ui/formats.ts'
import { Compared } from './Compared.tsx'
import { type EarlierPeriod, hasData } from './earlier-periods.ts'
import classes from './Revenue.module.css'

interface TotalsProps {
  figures: RevenueFigures
  earlier: EarlierPeriod[]
}

const sums = ['gross', 'refunded', 'net', 'payments'] as const
const taxSums = ['net_of_tax', 'tax'] as const

/** Each sum, compared with earlier periods. */
export function Totals({ figures: { total, has_tax }, earlier }: TotalsProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: has_tax ? 3 : 4 }}>
      {[...sums, ...(has_tax ? taxSums : [])].map((sum) => {
        const format = sum === 'payments' ? number : money
        return (
          <Card key={sum} withBorder component="section" aria-label={t(`revenue.${sum}`)}>
            <Text size="sm" c="dimmed">
              {t(`revenue.${sum}`)}
            </Text>
            <Text className={classes.figure} translate="no">
              {format(total[sum])}
            </Text>
            <dl className={classes.earlier}>
              {earlier.map(({ dates, total: before }) => (
                <div key={dates}>
                  <dt>{dates}</dt>
                  <dd translate="no">
                    <Compared
                      now={total[sum]}
                      before={hasData(before) ? before[sum] : undefined}
                      format={format}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )
      })}
    </SimpleGrid>
  )
}
