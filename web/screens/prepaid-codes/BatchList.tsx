import type { CodeBatch } from '@coinless/contract/prepaid-code-batches.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { date, dateAndTime, money, number } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'

/** Codes that the user issued together, batch by batch. */
export default function BatchList() {
  const address = useListAddress()
  const list = useList(calls.prepaidCodeBatches.list, {
    key: ['prepaid-code-batches'],
    address,
    failed: t('batches.loadListFailed'),
  })
  return (
    <Page
      back={<BackLink to={paths.prepaidCodes}>{t('prepaidCodes.back')}</BackLink>}
      title={t('batches.title')}
      actions={
        <Button component={Link} to={paths.newCodeBatch} leftSection={<Plus size={16} />}>
          {t('batches.create')}
        </Button>
      }
    >
      <Group>
        <SearchField label={t('batches.search')} address={address} />
      </Group>
      <QuotaNotice kind="batches" total={list.pagination?.total} />
      <DataList
        noun="batches"
        columns={columns()}
        {...list}
        empty={{
          title: t('batches.none'),
          hint: address.search ? t('list.tryFilters') : t('batches.first'),
        }}
      />
    </Page>
  )
}

const columns = (): Column<CodeBatch>[] => [
  {
    header: t('batches.batch'),
    cell: (batch) => (
      <Anchor component={Link} size="sm" to={paths.codeBatch(batch.id)}>
        {batchName(batch)}
      </Anchor>
    ),
    brief: 'title',
  },
  { header: t('field.codes'), cell: ({ codes }) => number(codes), isNumber: true, brief: 'line' },
  {
    header: t('batches.each'),
    cell: ({ balance }) => money(balance),
    isNumber: true,
    brief: 'lineEnd',
  },
  {
    header: t('heading.expiresAt'),
    cell: ({ expires_at }) => (expires_at ? date(expires_at) : t('batches.never')),
    line: 'whole',
  },
  { header: t('heading.created'), cell: ({ created_at }) => date(created_at), line: 'whole' },
]

/** The batch's tag, or its time of issue. */
export function batchName({ tag, created_at }: Pick<CodeBatch, 'tag' | 'created_at'>): string {
  return tag ?? dateAndTime(created_at)
}
