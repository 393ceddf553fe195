import { limits } from '@coinless/contract/limits.ts'
import { may } from '@coinless/contract/permissions.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Anchor, Button, CopyButton, Group, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, messageOf } from '../api.ts'
import { useUser } from '../auth-context.tsx'
import { showFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { date, money } from '../ui/formats.ts'
import { IconButton, IconLink } from '../ui/icon-actions.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useListAddress } from '../ui/use-list-address.ts'
import { useListPage } from '../ui/use-list-page.ts'
import { useCodeDeletion } from './use-code-deletion.ts'

const typingPauseMs = 250

const statuses = [
  { value: '', label: 'All Codes', disabled: undefined },
  { value: 'active', label: 'Active Only', disabled: false },
  { value: 'disabled', label: 'Disabled Only', disabled: true },
]

export default function PrepaidCodeList() {
  const address = useListAddress()
  const { page } = address
  // Not in the address, which browsers remember and people share: a code is worth money.
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, typingPauseMs)
  const status = statuses.find(({ value }) => value === address.filter('status')) ?? statuses[0]
  const disabled = status?.disabled
  const query = useQuery({
    queryKey: ['prepaid-codes', { page, search, disabled }],
    queryFn: ({ signal }) =>
      call(prepaidCodes.list, {
        query: { page, limit: limits.pageSize, search, disabled },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const list = useListPage(query, {
    error: query.error && messageOf(query.error, 'Failed to load prepaid codes'),
    setPage: address.setPage,
  })
  const isFiltered = search !== '' || disabled !== undefined

  return (
    <Page title="Prepaid Codes" actions={<CreateCode />}>
      <Group>
        <SearchField
          label="Search by code"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            address.setPage(1, { replace: true })
          }}
        />
        <FilterSelect
          label="Filter by status"
          value={status?.value ?? ''}
          onChange={(value) => address.setFilter('status', value)}
          options={statuses.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
      <DataList
        noun="codes"
        columns={columns}
        {...list}
        empty={{
          title: 'No prepaid codes found',
          hint: isFiltered
            ? 'Try adjusting your filters'
            : 'Get started by creating your first prepaid code',
        }}
      />
    </Page>
  )
}

const columns: Column<PrepaidCode>[] = [
  { header: 'Code', cell: (code) => <CodeText code={code} /> },
  {
    header: 'Status',
    cell: ({ disabled }) => <StatusBadge status={disabled ? 'disabled' : 'active'} />,
  },
  { header: 'Balance', cell: ({ balance }) => money(balance), isNumber: true },
  { header: 'Remaining', cell: (code) => money(code.remaining_balance), isNumber: true },
  { header: 'Created', cell: ({ created_at }) => date(created_at) },
  { header: 'Actions', cell: (code) => <CodeActions code={code} />, isNumber: true },
]

function CreateCode() {
  return (
    <Button component={Link} to={paths.newPrepaidCode} leftSection={<Plus size={16} />}>
      Create Code
    </Button>
  )
}

function CodeText({ code }: { code: PrepaidCode }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor component={Link} size="sm" to={paths.prepaidCode(code.id)} ff="monospace">
        {code.code}
      </Anchor>
      <CopyButton value={code.code}>
        {({ copy }) => (
          <IconButton
            label={`Copy code ${code.code}`}
            Icon={Copy}
            onClick={() => {
              copy()
              showSuccess('Code copied to clipboard')
            }}
          />
        )}
      </CopyButton>
    </Group>
  )
}

function CodeActions({ code }: { code: PrepaidCode }) {
  const user = useUser()
  const { askToDelete } = useCodeDeletion(code)
  const name = code.code
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {may(user, 'change prepaid code', code) && <EnabledSwitch code={code} />}
      <IconLink to={paths.prepaidCode(code.id)} label={`View code ${name}`} Icon={Eye} />
      {may(user, 'change prepaid code', code) && (
        <>
          <IconLink to={paths.prepaidCode(code.id)} label={`Edit code ${name}`} Icon={Pencil} />
          <IconButton
            label={`Delete code ${name}`}
            Icon={Trash2}
            color="red"
            onClick={askToDelete}
          />
        </>
      )}
    </Group>
  )
}

function EnabledSwitch({ code }: { code: PrepaidCode }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (disabled: boolean) =>
      call(prepaidCodes.setDisabled, { params: { id: code.id }, body: { disabled } }),
    onSuccess: () => showSuccess('Code status updated'),
    onError: showFailure('Failed to update prepaid code status'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
  })
  return (
    <Switch
      aria-label={`Code ${code.code} is enabled`}
      checked={change.isPending ? !change.variables : !code.disabled}
      disabled={change.isPending}
      onChange={(event) => change.mutate(!event.currentTarget.checked)}
    />
  )
}
