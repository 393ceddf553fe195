import type { Device } from '@coinless/contract/devices.ts'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect, useParams } from 'wouter'
import { type ShownUser, useUser } from '../../shared/account/auth-context.tsx'
import { may, mayUse, operates } from '../../shared/account/rights.ts'
import { Activity } from '../../shared/live/Activity.tsx'
import { useDeviceStates } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { fieldName, t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { priceOf } from '../../shared/ui/prices.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { deviceQuery } from './device-queries.ts'

interface DevicePageProps {
  /** Address of the tab. */
  tab: (id: string) => string
  children: (device: Device) => ReactNode
}

/** A device with its tabs. Users who do not operate it have only the overview. */
export function DevicePage({ tab, children }: DevicePageProps) {
  const user = useUser()
  const { id = '' } = useParams()
  const { data: device, error } = useQuery(deviceQuery(id))
  useReturnOnFailure(error, t('devices.loadFailed'), paths.devices, device)
  if (!device) return <Loading />
  const tabs = tabsOf(user, device)
  const shown = tabs.find(({ to }) => to === tab(id))
  if (!shown) return <Redirect to={paths.device(id)} replace />
  const isOverview = shown === tabs[0]
  return (
    <Page
      back={!user.is_guest && <BackLink to={paths.devices}>{t('devices.back')}</BackLink>}
      title={device.label}
      tabTitle={isOverview ? device.label : `${shown.name} · ${device.label}`}
      actions={<DeviceActions device={device} />}
      narrow={tabs.length === 1}
    >
      <Summary device={device} />
      {tabs.length > 1 && <LinkTabs label={t('devices.tabs')} tabs={tabs} current={shown.to} />}
      {children(device)}
    </Page>
  )
}

/** Tells on each tab which machine it is, and whether it works. */
function Summary({ device }: { device: Device }) {
  const { [device.id]: now } = useDeviceStates([device.id])
  return (
    <Group gap="xs" mih="1.5rem">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {`${device.device_number} · ${device.location} · ${priceOf(device)}`}
      </Text>
      {device.status === 'active' ? (
        <Activity shown={now} />
      ) : (
        <StatusBadge status={device.status} />
      )}
    </Group>
  )
}

/** Staff have the tabs that their rights allow. */
function tabsOf(user: ShownUser, device: Device) {
  const { id } = device
  const isOperator = operates(user, device)
  return [
    { to: paths.device(id), name: t('devices.overview'), isOpen: true },
    {
      to: paths.devicePayments(id),
      name: t('revenue.payments'),
      isOpen: isOperator && mayUse(user, 'read_money'),
    },
    {
      to: paths.deviceReports(id),
      name: t('menu.reports'),
      isOpen: isOperator && mayUse(user, 'reports'),
    },
    {
      to: paths.devicePrices(id),
      name: fieldName('prices'),
      isOpen: may(user, 'change device', device),
    },
    {
      to: paths.deviceController(id),
      name: fieldName('controller'),
      isOpen: isOperator && mayUse(user, 'controllers'),
    },
  ].filter(({ isOpen }) => isOpen)
}
