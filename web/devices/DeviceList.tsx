import { type Device, devices, deviceTypes } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { may } from '@coinless/contract/permissions.ts'
import { Anchor, Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { call, messageOf } from '../api.ts'
import { useUser } from '../auth-context.tsx'
import { paths } from '../paths.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { label, minutes, money } from '../ui/formats.ts'
import { IconButton, IconLink } from '../ui/icon-actions.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useListAddress } from '../ui/use-list-address.ts'
import { useListPage } from '../ui/use-list-page.ts'
import { useDeviceDeletion } from './use-device-deletion.ts'

export default function DeviceList() {
  const address = useListAddress()
  const { page, search } = address
  const device_type = address.filter('type')
  const query = useQuery({
    queryKey: ['devices', { page, search, device_type }],
    queryFn: ({ signal }) =>
      call(devices.list, { query: { page, limit: limits.pageSize, search, device_type }, signal }),
    placeholderData: keepPreviousData,
  })
  const list = useListPage(query, {
    error: query.error && messageOf(query.error, 'Failed to load devices'),
    setPage: address.setPage,
  })
  const columns: Column<Device>[] = [
    { header: 'Device Number', cell: numberLink },
    { header: 'Name', cell: (device) => device.device_name ?? device.label },
    { header: 'Type', cell: (device) => label(device.device_type) },
    { header: 'Location', cell: (device) => device.location },
    { header: 'Status', cell: (device) => <StatusBadge status={device.status} /> },
    { header: 'Price', cell: (device) => money(device.price), isNumber: true },
    { header: 'Duration', cell: (device) => minutes(device.duration_minutes), isNumber: true },
    { header: 'Actions', cell: (device) => <DeviceActions device={device} />, isNumber: true },
  ]
  const isFiltered = search !== '' || device_type !== ''

  return (
    <Page title="Devices" actions={<AddDevice />}>
      <Group>
        <SearchField
          label="Search by number, name or location"
          value={address.typed}
          onChange={address.setTyped}
        />
        <FilterSelect
          label="Filter by type"
          value={device_type}
          onChange={(type) => address.setFilter('type', type)}
          options={typeOptions}
        />
      </Group>
      <DataList
        noun="devices"
        columns={columns}
        {...list}
        empty={{
          title: 'No devices found',
          hint: isFiltered
            ? 'Try adjusting your filters'
            : 'Get started by adding your first device',
        }}
      />
    </Page>
  )
}

const typeOptions = [
  { value: '', label: 'All types' },
  ...deviceTypes.map((type) => ({ value: type, label: label(type) })),
]

function AddDevice() {
  return (
    <Button component={Link} to={paths.newDevice} leftSection={<Plus size={16} />}>
      Add Device
    </Button>
  )
}

function numberLink(device: Device) {
  return (
    <Anchor component={Link} size="sm" to={paths.device(device.id)} fw={600}>
      {device.device_number}
    </Anchor>
  )
}

function DeviceActions({ device }: { device: Device }) {
  const user = useUser()
  const { askToDelete } = useDeviceDeletion(device)
  const name = device.device_number
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <IconLink to={paths.device(device.id)} label={`View device ${name}`} Icon={Eye} />
      {may(user, 'change device', device) && (
        <>
          <IconLink to={paths.editDevice(device.id)} label={`Edit device ${name}`} Icon={Pencil} />
          <IconButton
            label={`Delete device ${name}`}
            Icon={Trash2}
            color="red"
            onClick={askToDelete}
          />
        </>
      )}
    </Group>
  )
}
