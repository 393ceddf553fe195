import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Anchor, Group, Text } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { addressOf, date } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { CodeOwner } from './CodeOwner.tsx'
import { statusOf } from './expiry.ts'

export default function AdminPrepaidCodes() {
  const address = useListAddress({ isSearchSecret: true })
  const { search } = address
  const user_id = address.filter('user')
  const list = useList(calls.prepaidCodes.listAll, {
    key: ['prepaid-codes', 'all'],
    address,
    filters: { user_id },
    failed: t('prepaidCodes.loadListFailed'),
  })
  return (
    <Page title={t('admin.codes')}>
      <Group align="start">
        <SearchField label={t('prepaidCodes.search')} address={address} />
        <SearchField
          label={t('admin.filterByUser')}
          address={{
            search: user_id,
            setSearch: (id) => address.setFilter('user', id.trim(), { replace: true }),
          }}
          problemOf={problemOf}
        />
      </Group>
      <DataList
        noun="codes"
        columns={columns()}
        {...list}
        empty={{
          title: t('admin.noCodes'),
          hint: search || user_id ? t('list.tryFilters') : t('admin.noneIssued'),
        }}
      />
    </Page>
  )
}

type Code = PrepaidCode & { user_email: string }

function Issuer({ code: { user_id, user_email } }: { code: Code }) {
  if (!user_id) return t('words.notAvailable')
  return (
    <>
      <Anchor component={Link} size="sm" to={paths.adminUser(user_id)}>
        {addressOf(user_email)}
      </Anchor>{' '}
      <Text span size="xs" c="dimmed">
        {user_id}
      </Text>
    </>
  )
}

const columns = (): Column<Code>[] => [
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
  { header: t('field.user_id'), cell: (code) => <Issuer code={code} />, line: 'cut' },
  {
    header: t('field.status'),
    cell: (code) => <StatusBadge status={statusOf(code)} />,
    line: 'whole',
    brief: 'titleEnd',
  },
  {
    header: t('heading.created'),
    cell: ({ created_at }) => date(created_at),
    line: 'whole',
    brief: 'line',
  },
]

// Same check as in the contract, without the library there, which no list needs.
const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const completion = '00000000-0000-4000-8000-000000000000'

function problemOf(userId: string): string | undefined {
  const start = userId.trim()
  return idShape.test(start + completion.slice(start.length)) ? undefined : t('admin.notAnId')
}
