import type { DeviceFieldName } from '@coinless/contract/device-fields.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import { Anchor, SimpleGrid, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { operates } from '../../shared/account/rights.ts'
import { withLaterTexts } from '../../shared/loading/language.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { longDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { durationOf, priceOf } from '../../shared/ui/prices.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { usePhone } from '../../shared/ui/use-phone.ts'
import { DevicePage } from './DevicePage.tsx'
import { detailFields, headingOf, shownValue } from './device-facts.ts'
import { LandlordState } from './LandlordState.tsx'

/** Most devices have only one price. */
const DeviceOffers = lazy(() => awaited(() => withLaterTexts(import('./DeviceOffers.tsx'))))
/** Most visitors do not operate the device. */
const DeviceActivity = lazy(() => awaited(() => withLaterTexts(import('./DeviceActivity.tsx'))))

interface DeviceProps {
  device: Device
}

export default function DeviceDetail() {
  return <DevicePage tab={paths.device}>{(device) => <Overview device={device} />}</DevicePage>
}

function Overview({ device }: DeviceProps) {
  const isOperator = operates(useUser(), device)
  const activity = isOperator && (
    <Suspense fallback={<Loading rows={4} />}>
      <DeviceActivity id={device.id} />
    </Suspense>
  )
  // Faults come first on a phone.
  const isPhone = usePhone()
  return (
    <SimpleGrid cols={{ base: 1, md: isOperator ? 2 : 1 }}>
      {isPhone && activity}
      <Stack>
        <LandlordState device={device} />
        <Facts device={device} />
        {device.offers && (
          <Suspense fallback={<Loading rows={4} />}>
            <DeviceOffers id={device.id} />
          </Suspense>
        )}
      </Stack>
      {!isPhone && activity}
    </SimpleGrid>
  )
}

function Facts({ device }: DeviceProps) {
  return (
    <FieldList
      fields={[
        ...factsOf(device),
        [t('heading.runBy'), device.run_by],
        [t('heading.createdAt'), longDate(device.created_at)],
        [t('heading.updatedAt'), longDate(device.updated_at)],
      ]}
    />
  )
}

function Place({ device: { location, status, landlord_accepted, id } }: DeviceProps) {
  const user = useUser()
  const room = paths.room(id)
  if (status !== 'active' || !landlord_accepted || !mayOpen(user, room)) return location
  return (
    <>
      {location}{' '}
      <Anchor component={Link} to={room} size="sm">
        {t('rooms.title')}
      </Anchor>
    </>
  )
}

function factsOf(device: Device): [name: string, value: ReactNode][] {
  const own: Partial<Record<DeviceFieldName, ReactNode>> = {
    location: <Place key="location" device={device} />,
    status: <StatusBadge key="status" status={device.status} />,
    price: priceOf(device),
    duration_minutes: durationOf(device),
  }
  const sticker: [name: string, value: ReactNode] = [
    t('field.sticker_number'),
    groupedStickerNumber(device.sticker_number),
  ]
  return detailFields.flatMap((name) => [
    [headingOf(name), own[name] ?? shownValue(device, name)],
    ...(name === 'device_number' ? [sticker] : []),
  ])
}
