import { deviceTypes } from '@coinless/contract/choices.ts'
import type { DeviceFieldName } from '@coinless/contract/device-fields.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { isAdmin, isOwnDevice, placesOf } from '@coinless/contract/permissions.ts'
import { Anchor, Button, Group, Switch } from '@mantine/core'
import { CircleCheck, Eye, Pencil, Plus, Printer, Trash2, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type ShownUser, useUser } from '../../shared/account/auth-context.tsx'
import { QuotaNotice } from '../../shared/account/QuotaNotice.tsx'
import { isTenant, may, mayUse } from '../../shared/account/rights.ts'
import { ActionMenu, PageActions } from '../../shared/actions/PageActions.tsx'
import { type RowAction, RowActions } from '../../shared/actions/RowActions.tsx'
import { ChosenBar } from '../../shared/bulk/ChosenBar.tsx'
import { OpenChanges } from '../../shared/bulk/OpenChanges.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { FileMenu } from '../../shared/imports/FileMenu.tsx'
import { fileActions, useFileExport } from '../../shared/imports/use-file-export.ts'
import { Activity } from '../../shared/live/Activity.tsx'
import { type ShownState, useDeviceStates } from '../../shared/live/live-queries.ts'
import { withLaterTexts } from '../../shared/loading/language.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Column, DataList } from '../../shared/ui/DataList.tsx'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { options } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { durationOf, priceOf } from '../../shared/ui/prices.ts'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { shortMinutes } from '../../shared/ui/short-minutes.ts'
import { useChoice } from '../../shared/ui/use-choice.ts'
import { type ListAddress, useListAddress } from '../../shared/ui/use-list-address.ts'
import classes from './DeviceList.module.css'
import { headingOf, listedFields, shownValue } from './device-facts.ts'
import { useDeviceDeletion } from './use-device-deletion.ts'

/** Actions on chosen rows, with the texts of changes. */
const ChosenDevices = lazy(() => awaited(() => withLaterTexts(import('./ChosenDevices.tsx'))))

export default function DeviceList() {
  const user = useUser()
  const address = useListAddress()
  const { search, ...filters } = filtersOf(address)
  const list = useList(calls.devices.list, {
    key: ['devices'],
    address,
    filters,
    failed: t('devices.loadListFailed'),
  })
  const rows = list.rows ?? []
  const total = list.pagination?.total
  const hasOwn = list.answer?.has_own ?? false
  const isOthers = (device: Device) => hasOwn && !isOwnDevice(user, device)
  const groupOf = (device: Device) => (isOthers(device) ? t('devices.ofOthers') : device.location)
  const printing = {
    text: t('stickers.title'),
    Icon: Printer,
    does: paths.stickers(filled({ search, type: filters.device_type })),
  }
  const states = useDeviceStates(rows.map(({ id }) => id))

  const mayChangeMany = mayUse(user, 'change_devices') && !placesOf(user)
  const isChoosable = hasOwn && mayChangeMany
  const [isChoosing, setChoosing] = useState(false)
  const choice = useChoice(rows, total ?? 0, JSON.stringify({ search, ...filters }))
  const choosing = { ...choice, nameOf: numberOf, isOn: isChoosing }
  const select = { text: t('bulk.choose'), Icon: CircleCheck, does: () => setChoosing(!isChoosing) }
  const file = useFileExport({
    target: calls.devices.export,
    query: { search, device_type: filters.device_type },
    fileName: 'devices.csv',
  })

  return (
    <Page
      title={t('devices.title')}
      actions={
        isTenant(user) && !hasOwn ? (
          <ActionMenu items={[addDevice(), printing]} />
        ) : (
          <PageActions
            main={mayUse(user, 'change_devices') && <AddDevice />}
            before={hasFiles(user) && <FileMenu to={paths.importDevices} file={file} />}
            inMenu={[
              ...(isChoosable ? [select] : []),
              ...(hasFiles(user) ? fileActions(paths.importDevices, file) : []),
            ]}
            more={[printing]}
            isBusy={file.isPending}
          />
        )
      }
    >
      <Filters address={address} hasOwn={hasOwn} />
      {mayChangeMany && <OpenChanges things="devices" />}
      <ChosenBar
        choice={choice}
        total={total ?? 0}
        isChoosing={isChoosing}
        stop={() => setChoosing(false)}
      >
        <Suspense>
          <ChosenDevices chosen={choice.chosen(filled({ search, ...filters }))} />
        </Suspense>
      </ChosenBar>
      <QuotaNotice kind="devices" total={total} />
      <DataList
        noun="devices"
        columns={columnsOf(states, isOthers)}
        {...list}
        groupOf={hasOwn ? groupOf : undefined}
        choosing={isChoosable ? choosing : undefined}
        empty={{
          title: t('devices.none'),
          hint: isFiltered({ search, ...filters }) ? t('list.tryFilters') : t('devices.first'),
        }}
      />
    </Page>
  )
}

type DeviceFilters = ReturnType<typeof filtersOf>

/** As the server expects them. */
function filtersOf({ search, filter }: ListAddress) {
  return { search, device_type: filter('type'), own: filter('show') === 'mine' ? 'only' : 'first' }
}

function isFiltered({ search, device_type, own }: DeviceFilters): boolean {
  return search !== '' || device_type !== '' || own === 'only'
}

function numberOf({ device_number }: Device): string {
  return device_number
}

function Filters({ address, hasOwn }: { address: ListAddress; hasOwn: boolean }) {
  const { device_type, own } = filtersOf(address)
  const isMineAlone = own === 'only'
  return (
    <Group>
      <SearchField label={t('devices.search')} address={address} />
      <FilterSelect
        label={t('devices.filter')}
        value={device_type}
        onChange={(type) => address.setFilter('type', type)}
        options={[{ value: '', label: t('devices.allTypes') }, ...options(deviceTypes)]}
      />
      {(hasOwn || isMineAlone) && (
        <Switch
          label={t('devices.onlyMine')}
          checked={isMineAlone}
          onChange={({ currentTarget: { checked } }) =>
            address.setFilter('show', checked ? 'mine' : '')
          }
        />
      )}
    </Group>
  )
}

function columnsOf(
  states: ReturnType<typeof useDeviceStates>,
  isOthers: (device: Device) => boolean,
): Column<Device>[] {
  const own: Partial<Record<DeviceFieldName, Partial<Column<Device>>>> = {
    device_number: {
      cell: (device) => <NumberLink device={device} isOthers={isOthers(device)} />,
      brief: 'title',
    },
    device_name: {
      cell: (device) => device.device_name ?? device.label,
      line: 'cut',
      brief: 'line',
    },
    device_type: { line: 'whole' },
    location: { line: 'cut', isGroup: true },
    status: {
      line: 'whole',
      cell: (device) => <Status device={device} now={states[device.id]} />,
      brief: 'titleEnd',
    },
    price: { cell: priceOf, isNumber: true, brief: 'lineEnd' },
    duration_minutes: { cell: (device) => durationOf(device, shortMinutes), isNumber: true },
  }
  return [
    ...listedFields.map((name) => ({
      header: headingOf(name),
      cell: (device: Device) => shownValue(device, name),
      ...own[name],
    })),
    {
      header: t('list.actions'),
      cell: (device) => <DeviceActions device={device} />,
      isNumber: true,
    },
  ]
}

/** Omits unused filters. */
function filled(filters: Record<string, string>) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
}

/** What an active device does; other devices take no payment. */
function Status({ device, now }: { device: Device; now: ShownState | undefined }) {
  if (!now || device.status !== 'active') return <StatusBadge status={device.status} />
  return <Activity shown={now} isBrief />
}

/** For operators. */
function hasFiles(user: ShownUser): boolean {
  if (user.user_type !== 'landlord' && !isAdmin(user)) return false
  return mayUse(user, 'change_devices') && !placesOf(user)
}

const addDevice = () => ({ text: t('devices.add'), Icon: Plus, does: paths.newDevice })

function AddDevice() {
  const { text, Icon, does } = addDevice()
  return (
    <Button component={Link} to={does} leftSection={<Icon size={16} />}>
      {text}
    </Button>
  )
}

function NumberLink({ device, isOthers }: { device: Device; isOthers: boolean }) {
  const runBy = t('devices.runBy', { name: device.run_by })
  return (
    <>
      <Anchor component={Link} size="sm" to={paths.device(device.id)} fw={600} translate="no">
        {device.device_number}
      </Anchor>
      {isOthers && <Users size={14} role="img" aria-label={runBy} className={classes.others} />}
    </>
  )
}

function DeviceActions({ device }: { device: Device }) {
  const user = useUser()
  const { askToDelete } = useDeviceDeletion(device)
  const number = device.device_number
  const change: RowAction[] = [
    {
      text: t('action.edit'),
      label: t('devices.editOne', { number }),
      Icon: Pencil,
      does: paths.editDevice(device.id),
    },
    {
      text: t('action.delete'),
      label: t('devices.deleteOne', { number }),
      Icon: Trash2,
      does: askToDelete,
      isDangerous: true,
    },
  ]
  return (
    <RowActions
      main={{
        text: t('action.view'),
        label: t('devices.viewOne', { number }),
        Icon: Eye,
        does: paths.device(device.id),
      }}
      more={may(user, 'change device', device) ? change : []}
    />
  )
}
