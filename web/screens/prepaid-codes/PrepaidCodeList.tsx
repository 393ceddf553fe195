import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { CircleCheck, CopyPlus, Layers, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { isTenant, may, mayUse, runsMachines } from '../../shared/account/rights.ts'
import { WaitingCodes } from '../../shared/account/WaitingCodes.tsx'
import { PageActions } from '../../shared/actions/PageActions.tsx'
import { ChosenBar } from '../../shared/bulk/ChosenBar.tsx'
import { OpenChanges } from '../../shared/bulk/OpenChanges.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { FileMenu } from '../../shared/imports/FileMenu.tsx'
import { fileActions, useFileExport } from '../../shared/imports/use-file-export.ts'
import { withLaterTexts } from '../../shared/loading/language.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { date, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useChoice } from '../../shared/ui/use-choice.ts'
import { type ListAddress, useListAddress } from '../../shared/ui/use-list-address.ts'
import { CodeActions } from './CodeActions.tsx'
import { CodeMenu } from './CodeMenu.tsx'
import { CodeOwner } from './CodeOwner.tsx'
import { CopyCode } from './CopyCode.tsx'
import { statusOf } from './expiry.ts'

/** Actions on chosen rows, with the texts of changes. */
const ChosenCodes = lazy(() => awaited(() => withLaterTexts(import('./ChosenCodes.tsx'))))
const Wallet = lazy(() => awaited(() => withLaterTexts(import('./Wallet.tsx'))))

const disabledOf: Record<string, boolean | undefined> = { active: false, disabled: true }

/** Tenants see their codes as a wallet, and the table on request. */
export default function PrepaidCodeList() {
  const user = useUser()
  const address = useListAddress({ isSearchSecret: true })
  const isAsked = address.filter('view') === 'table' || address.filter('status') !== ''
  const isTable = isAsked || !isTenant(user)
  const [isChoosing, setChoosing] = useState(false)
  const toggle = () => setChoosing(!isChoosing)
  return (
    <Page
      title={t('prepaidCodes.title')}
      actions={
        isTenant(user) ? (
          <CodeMenu choose={isTable ? toggle : undefined} />
        ) : (
          <Actions
            disabled={disabledOf[address.filter('status')]}
            choose={mayUse(user, 'change_codes') ? toggle : undefined}
          />
        )
      }
    >
      <WaitingCodes />
      {isTable ? (
        <CodeTable address={address} isChoosing={isChoosing} stop={() => setChoosing(false)} />
      ) : (
        <Suspense fallback={<Loading />}>
          <Wallet />
        </Suspense>
      )}
    </Page>
  )
}

interface CodeTableProps {
  address: ListAddress
  isChoosing: boolean
  stop: () => void
}

function CodeTable({ address, isChoosing, stop }: CodeTableProps) {
  const { search } = address
  const user = useUser()
  const status = address.filter('status')
  const disabled = disabledOf[status]
  const isChoosable = mayUse(user, 'change_codes')
  const list = useList(calls.prepaidCodes.list, {
    key: ['prepaid-codes'],
    address,
    filters: { disabled },
    failed: t('prepaidCodes.loadListFailed'),
  })
  const total = list.pagination?.total
  const choice = useChoice(list.rows ?? [], total ?? 0, JSON.stringify([search, disabled]))
  const choosing = { ...choice, nameOf: ({ code }: PrepaidCode) => code, isOn: isChoosing }
  const hasBoxes = isChoosable && (isChoosing || !isTenant(user))
  const filter = { ...(search && { search }), ...(disabled !== undefined && { disabled }) }
  const isFiltered = search !== '' || disabled !== undefined

  return (
    <>
      <Group>
        <SearchField label={t('prepaidCodes.search')} address={address} />
        <StatusFilter value={status} choose={(value) => address.setFilter('status', value)} />
      </Group>
      {isChoosable && <OpenChanges things="prepaid_codes" />}
      <ChosenBar choice={choice} total={total ?? 0} isChoosing={isChoosing} stop={stop}>
        <Suspense>
          <ChosenCodes chosen={choice.chosen(filter)} />
        </Suspense>
      </ChosenBar>
      <QuotaNotice kind="codes" total={total} />
      <DataList
        noun="codes"
        choosing={hasBoxes ? choosing : undefined}
        columns={columns()}
        {...list}
        empty={{
          title: t('prepaidCodes.none'),
          hint: isFiltered ? t('list.tryFilters') : t('prepaidCodes.first'),
        }}
      />
      {isTenant(user) && (
        <Anchor component={Link} to={paths.prepaidCodes} size="sm" onClick={focusMain}>
          {t('prepaidCodes.asCards')}
        </Anchor>
      )}
    </>
  )
}

interface StatusFilterProps {
  value: string
  choose: (value: string) => void
}

function StatusFilter({ value, choose }: StatusFilterProps) {
  return (
    <FilterSelect
      label={t('prepaidCodes.filter')}
      value={value}
      onChange={choose}
      options={[
        { value: '', label: t('prepaidCodes.all') },
        { value: 'active', label: t('prepaidCodes.activeOnly') },
        { value: 'disabled', label: t('prepaidCodes.disabledOnly') },
      ]}
    />
  )
}

const columns = (): Column<PrepaidCode>[] => [
  { header: t('field.code'), cell: (code) => <CodeText code={code} />, brief: 'title' },
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
  {
    header: t('heading.created'),
    cell: ({ created_at }) => date(created_at),
    line: 'whole',
    brief: 'line',
  },
  { header: t('list.actions'), cell: (code) => <CodeActions code={code} />, isNumber: true },
]

interface ActionsProps {
  disabled: boolean | undefined
  /** Starts to select rows; undefined: the user may change none. */
  choose: (() => void) | undefined
}

function Actions({ disabled, choose }: ActionsProps) {
  const file = useFileExport({
    target: calls.prepaidCodes.export,
    query: { disabled },
    fileName: 'prepaid-codes.csv',
  })
  const to = paths.importPrepaidCodes
  const hasFiles = runsMachines(useUser())
  return (
    <PageActions
      main={
        <Button component={Link} to={paths.newPrepaidCode} leftSection={<Plus size={16} />}>
          {t('prepaidCodes.create')}
        </Button>
      }
      before={hasFiles && <FileMenu to={to} file={file} />}
      inMenu={[
        ...(choose ? [{ text: t('bulk.choose'), Icon: CircleCheck, does: choose }] : []),
        ...(hasFiles ? fileActions(to, file) : []),
      ]}
      more={[
        { text: t('batches.title'), Icon: Layers, does: paths.codeBatches },
        { text: t('batches.create'), Icon: CopyPlus, does: paths.newCodeBatch },
      ]}
      isBusy={file.isPending}
    />
  )
}

function CodeText({ code }: { code: PrepaidCode }) {
  const user = useUser()
  return (
    <Group gap={4} wrap="nowrap">
      <div>
        <Anchor
          component={Link}
          size="sm"
          to={paths.prepaidCode(code.id)}
          ff="monospace"
          translate="no"
        >
          {code.code}
        </Anchor>
        {may(user, 'change prepaid code', code) && <CodeOwner code={code} />}
      </div>
      <CopyCode code={code.code} />
    </Group>
  )
}
