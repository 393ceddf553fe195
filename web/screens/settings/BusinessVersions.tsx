import type {
  BusinessDetails,
  BusinessDetailsVersion,
} from '@coinless/contract/business-details.ts'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { calendarDate, label, percent } from '../../shared/ui/formats.ts'
import { taxDueTexts } from './business-input.ts'

/** The current version and those that follow. */
export function BusinessVersions({ details: { current, planned } }: { details: BusinessDetails }) {
  if (!current && planned.length === 0) return <Text>{t('business.none')}</Text>
  const versions = [...(current ? [current] : []), ...planned]
  return versions.map((version) => (
    <section key={version.created_at}>
      <Title order={2} size="h4" mb="xs">
        {version === current ? t('business.current') : t('business.planned')}
      </Title>
      <FieldList fields={fieldsOf(version)} />
    </section>
  ))
}

function fieldsOf(version: BusinessDetailsVersion): [string, ReactNode][] {
  const { name, address, tax_id, tax_rate, tax_rates, tax_due } = version
  const rates = [
    ...(tax_rate === null ? [] : [percent(tax_rate)]),
    ...tax_rates.map((each) => `${label(each.device_type)} ${percent(each.tax_rate)}`),
  ]
  return [
    [t('field.effective_from'), calendarDate(version.effective_from)],
    [
      t('receipts.seller'),
      <span key="seller" style={{ whiteSpace: 'pre-line' }}>{`${name}\n${address}`}</span>,
    ],
    ...(tax_id === null ? [] : [[t('field.tax_id'), tax_id] satisfies [string, string]]),
    [t('field.tax_rate'), rates.length === 0 ? t('business.noTax') : rates.join(', ')],
    [t('field.tax_due'), t(taxDueTexts[tax_due].label)],
  ]
}
