import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Anchor, Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call, download } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { longDate, money, number } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { BatchActions } from './BatchActions.tsx'
import { batchName } from './BatchList.tsx'
import { BatchMails, mailsLeave } from './BatchMails.tsx'
import { CodeOwner } from './CodeOwner.tsx'
import { statusOf } from './expiry.ts'

/** Polling interval while mails are being sent. */
const askAgainMs = 5000

/** State of codes that were issued together. */
export default function BatchDetail() {
  const { id = '' } = useParams()
  const { data: batch, error } = useBatch(id)
  useReturnOnFailure(error, t('batches.loadFailed'), paths.codeBatches, batch)
  const save = useMutation({
    mutationFn: () => download(calls.prepaidCodeBatches.export, { params: { id } }, 'codes.csv'),
    onError: showFailure(t('batches.exportFailed')),
  })
  if (!batch) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.codeBatches}>{t('batches.back')}</BackLink>}
      title={t('batches.detail')}
      actions={
        <>
          <BusyButton
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            isBusy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('audit.export')}
          </BusyButton>
          <Button
            component={Link}
            to={paths.codeBatchCards(id)}
            leftSection={<Printer size={16} aria-hidden />}
          >
            {t('bulk.cards')}
          </Button>
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {(['issued', 'used', 'left'] as const).map((name) => (
          <Figure key={name} name={name} batch={batch} />
        ))}
      </SimpleGrid>
      <FieldList fields={fieldsOf(batch)} />
      <BatchActions batch={batch} />
      <BatchMails batch={batch} />
      <Title order={2} size="h4">
        {t('field.codes')}
      </Title>
      <Codes batchId={id} />
    </Page>
  )
}

export function useBatch(id: string) {
  return useQuery({
    queryKey: ['prepaid-code-batches', id],
    queryFn: ({ signal }) => call(calls.prepaidCodeBatches.get, { params: { id }, signal }),
    refetchInterval: ({ state }) => mailsLeave(state.data) && askAgainMs,
  })
}

function Figure({ name, batch }: { name: 'issued' | 'used' | 'left'; batch: CodeBatchState }) {
  const { codes, dollars } = batch[name]
  return (
    <Card withBorder py="sm">
      <Text c="dimmed">{t(`batches.${name}`)}</Text>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text fz={24} fw={650}>
          {number(codes)}
        </Text>
        <Text translate="no">{money(dollars)}</Text>
      </Group>
    </Card>
  )
}

function fieldsOf(batch: CodeBatchState): [string, string][] {
  const { balance, expires_at, landlord_email, location, created_at } = batch
  const fields: [string, string | null][] = [
    [t('batches.batch'), batchName(batch)],
    [t('batches.each'), money(balance)],
    [t('heading.expiresAt'), expires_at ? longDate(expires_at) : t('batches.never')],
    [t('field.landlord_email'), landlord_email],
    [t('field.location'), location],
    [t('heading.createdAt'), longDate(created_at)],
  ]
  return fields.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

function Codes({ batchId }: { batchId: string }) {
  const address = useListAddress({ isSearchSecret: true })
  const list = useList(calls.prepaidCodes.list, {
    key: ['prepaid-codes', 'batch'],
    address,
    filters: { batch_id: batchId },
    failed: t('prepaidCodes.loadListFailed'),
  })
  return (
    <>
      <Group>
        <SearchField label={t('prepaidCodes.search')} address={address} />
      </Group>
      <DataList
        noun="codes"
        columns={columns()}
        {...list}
        empty={{ title: t('prepaidCodes.none'), hint: t('list.tryFilters') }}
      />
    </>
  )
}

const columns = (): Column<PrepaidCode>[] => [
  {
    header: t('field.code'),
    cell: (code) => (
      <>
        <Anchor
          component={Link}
          size="sm"
          to={paths.prepaidCode(code.id)}
          ff="monospace"
          translate="no"
        >
          {code.code}
        </Anchor>
        <CodeOwner code={code} />
      </>
    ),
    brief: 'title',
  },
  {
    header: t('field.status'),
    cell: (code) => <StatusBadge status={statusOf(code)} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  { header: t('field.balance'), cell: ({ balance }) => money(balance), isNumber: true },
  {
    header: t('heading.remaining'),
    cell: (code) => money(code.remaining_balance),
    isNumber: true,
    brief: 'lineEnd',
  },
]
