import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { Copy, CreditCard, Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { isStaff, may, mayUse, runsMachines } from '../../shared/account/rights.ts'
import { WaitingCodes } from '../../shared/account/WaitingCodes.tsx'
import { ChooseButton, ChosenBar } from '../../shared/bulk/ChosenBar.tsx'
import { OpenChanges } from '../../shared/bulk/OpenChanges.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { FileMenu } from '../../shared/imports/FileMenu.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { date, money } from '../../shared/ui/formats.ts'
import { IconButton } from '../../shared/ui/icon-actions.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useChoice } from '../../shared/ui/use-choice.ts'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { ChosenCodes } from './ChosenCodes.tsx'
import { CodeActions } from './CodeActions.tsx'
import { CodeOwner } from './CodeOwner.tsx'
import { statusOf } from './expiry.ts'

const disabledOf: Record<string, boolean | undefined> = { active: false, disabled: true }

export default function PrepaidCodeList() {
  const address = useListAddress({ isSearchSecret: true })
  const { search } = address
  const status = address.filter('status')
  const disabled = disabledOf[status]
  const isChoosable = mayUse(useUser(), 'change_codes')
  const list = useList(calls.prepaidCodes.list, {
    key: ['prepaid-codes'],
    address,
    filters: { disabled },
    failed: t('prepaidCodes.loadListFailed'),
  })
  const choice = useChoice(
    list.rows ?? [],
    list.pagination?.total ?? 0,
    JSON.stringify([search, disabled]),
  )
  const [isChoosing, setChoosing] = useState(false)
  const filter = { ...(search && { search }), ...(disabled !== undefined && { disabled }) }
  const isFiltered = search !== '' || disabled !== undefined

  return (
    <Page
      title={t('prepaidCodes.title')}
      actions={
        <>
          {isChoosable && (
            <ChooseButton isChoosing={isChoosing} start={() => setChoosing(!isChoosing)} />
          )}
          <Actions disabled={disabled} />
        </>
      }
    >
      <WaitingCodes />
      <Group>
        <SearchField label={t('prepaidCodes.search')} address={address} />
        <StatusFilter value={status} choose={(value) => address.setFilter('status', value)} />
      </Group>
      {isChoosable && <OpenChanges things="prepaid_codes" />}
      <ChosenBar
        choice={choice}
        total={list.pagination?.total ?? 0}
        isChoosing={isChoosing}
        stop={() => setChoosing(false)}
      >
        <ChosenCodes chosen={choice.chosen(filter)} />
      </ChosenBar>
      <QuotaNotice kind="codes" total={list.pagination?.total} />
      <DataList
        noun="codes"
        choosing={
          isChoosable ? { ...choice, nameOf: ({ code }) => code, isOn: isChoosing } : undefined
        }
        columns={columns()}
        {...list}
        empty={{
          title: t('prepaidCodes.none'),
          hint: isFiltered ? t('list.tryFilters') : t('prepaidCodes.first'),
        }}
      />
    </Page>
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

function Actions({ disabled }: { disabled: boolean | undefined }) {
  const user = useUser()
  const isIssuer = runsMachines(user)
  return (
    <>
      {isIssuer && (
        <FileMenu
          to={paths.importPrepaidCodes}
          target={calls.prepaidCodes.export}
          query={{ disabled }}
          fileName="prepaid-codes.csv"
        />
      )}
      {isIssuer && !isStaff(user) && (
        <Button
          component={Link}
          to={paths.topUpSettings}
          variant="default"
          leftSection={<CreditCard size={16} aria-hidden />}
        >
          {t('topUps.settings')}
        </Button>
      )}
      <Button
        component={Link}
        to={paths.codeBatches}
        variant="default"
        leftSection={<Layers size={16} aria-hidden />}
      >
        {t('batches.title')}
      </Button>
      <CreateCode />
    </>
  )
}

function CreateCode() {
  return (
    <Button component={Link} to={paths.newPrepaidCode} leftSection={<Plus size={16} />}>
      {t('prepaidCodes.create')}
    </Button>
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
      <IconButton
        label={t('prepaidCodes.copyOne', { code: code.code })}
        Icon={Copy}
        onClick={() =>
          void copyText(code.code, {
            copied: t('prepaidCodes.copied'),
            failed: t('prepaidCodes.copyFailed'),
          })
        }
      />
    </Group>
  )
}
