import type { CardSettings, UnsettledCard } from '@coinless/contract/payments.ts'
import { Text } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { dateAndTime, label, money } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { useCardSettings } from './CardTab.tsx'

const takenBy: Record<CardSettings['processor'], TextKey> = {
  off: 'admin.cardsOff',
  sandbox: 'admin.cardsBySandbox',
  stripe: 'admin.cardsByStripe',
}

/** Card payments that need a manual decision. */
export default function UnsettledCards() {
  const address = useListAddress()
  const { data: settings } = useCardSettings()
  const list = useList(calls.payments.unsettledCards, {
    key: ['card-payments', 'unsettled'],
    address,
    failed: t('admin.loadCardPaymentsFailed'),
  })
  return (
    <Page title={t('admin.cardPayments')}>
      {settings && (
        <Text>
          {takenBy[settings.processor] ? t(takenBy[settings.processor]) : settings.processor}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('admin.leftAlone')}
      </Text>
      <DataList
        noun="cardPayments"
        columns={columns()}
        {...list}
        empty={{ title: t('admin.noneLeftAlone'), hint: '' }}
      />
    </Page>
  )
}

const columns = (): Column<UnsettledCard>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'line',
  },
  { header: t('heading.type'), cell: ({ kind }) => label(kind), brief: 'title' },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('field.reason'),
    cell: ({ reason }) => label(reason),
    line: 'whole',
    brief: 'lineEnd',
  },
  {
    header: t('heading.processor'),
    cell: ({ processor, processor_account }) =>
      [processor, processor_account].filter(Boolean).join(' '),
  },
  { header: t('heading.reference'), cell: ({ processor_reference }) => processor_reference },
  { header: t('heading.difference'), cell: ({ difference }) => difference },
]
