import type { DeviceFieldName } from '@coinless/contract/device-fields.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyPlus, CreditCard, Pencil, Printer, Tags, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff, may } from '../../shared/account/rights.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { Activity } from '../../shared/live/Activity.tsx'
import { useDeviceStates } from '../../shared/live/live-queries.ts'
import { loadLaterTexts } from '../../shared/loading/language.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { longDate } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { durationOf, priceOf } from '../../shared/ui/prices.ts'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { BackLink, useWayBack } from '../../shared/ui/way-back.tsx'
import { DeviceLinkCard } from './DeviceLinkCard.tsx'
import { detailFields, headingOf, shownValue } from './device-facts.ts'
import { deviceQuery } from './device-queries.ts'
import { LandlordState } from './LandlordState.tsx'
import { useDeviceDeletion } from './use-device-deletion.ts'

/** Loads on demand, because most devices have only one price. */
const DeviceOffers = lazy(() =>
  awaited(async () => {
    const [code] = await Promise.all([import('./DeviceOffers.tsx'), loadLaterTexts()])
    return code
  }),
)

interface DeviceProps {
  device: Device
}

export default function DeviceDetail() {
  const user = useUser()
  const { id = '' } = useParams()
  const { data: device, error } = useQuery(deviceQuery(id))
  const { [id]: state } = useDeviceStates([id])
  useReturnOnFailure(error, t('devices.loadFailed'), paths.devices, device)
  if (!device) return <Loading />
  return (
    <Page title={device.label} actions={<Actions device={device} />} narrow>
      <LandlordState device={device} />
      <FieldList
        fields={[
          ...factsOf(device, <Activity key="now" shown={state} />),
          [t('heading.runBy'), device.run_by],
          [t('heading.createdAt'), longDate(device.created_at)],
          [t('heading.updatedAt'), longDate(device.updated_at)],
        ]}
      />
      {device.offers && (
        <Suspense fallback={<Loading rows={4} />}>
          <DeviceOffers id={device.id} />
        </Suspense>
      )}
      {may(user, 'change device', device) && <DeviceLinkCard device={device} />}
      <BackLink to={paths.devices}>{t('devices.back')}</BackLink>
    </Page>
  )
}

function Place({ device: { location, status, landlord_accepted, sticker_number } }: DeviceProps) {
  const user = useUser()
  const room = paths.room(sticker_number)
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

function factsOf(device: Device, now: ReactNode): [name: string, value: ReactNode][] {
  const own: Partial<Record<DeviceFieldName, ReactNode>> = {
    location: <Place key="location" device={device} />,
    status: <StatusBadge key="status" status={device.status} />,
    price: priceOf(device),
    duration_minutes: durationOf(device),
  }
  const following: Partial<Record<DeviceFieldName, [name: string, value: ReactNode]>> = {
    device_number: [t('field.sticker_number'), groupedStickerNumber(device.sticker_number)],
    status: [t('heading.now'), now],
  }
  return detailFields.flatMap((name) => {
    const next = following[name]
    return [[headingOf(name), own[name] ?? shownValue(device, name)], ...(next ? [next] : [])]
  })
}

function Actions({ device }: DeviceProps) {
  const user = useUser()
  const wayBack = useWayBack()
  const { askToDelete, isDeleting } = useDeviceDeletion(device, () => wayBack(paths.devices))
  return (
    <>
      {device.status === 'active' && !isStaff(user) && (
        <Button component={Link} to={paths.payAt(device.id)} leftSection={<CreditCard size={16} />}>
          {t('devices.payHere')}
        </Button>
      )}
      {may(user, 'change device', device) && (
        <>
          <Button
            component={Link}
            to={paths.editDevice(device.id)}
            variant="default"
            leftSection={<Pencil size={16} />}
          >
            {t('action.edit')}
          </Button>
          <Button
            component={Link}
            to={paths.devicePrices(device.id)}
            variant="default"
            leftSection={<Tags size={16} />}
          >
            {t('prices.title')}
          </Button>
          <Button
            component={Link}
            to={paths.newDeviceLike(device.id)}
            variant="default"
            leftSection={<CopyPlus size={16} />}
          >
            {t('devices.duplicate')}
          </Button>
          <Button
            component={Link}
            to={paths.stickerOf(device.id)}
            variant="default"
            leftSection={<Printer size={16} />}
          >
            {t('stickers.title')}
          </Button>
          <BusyButton
            variant="light"
            color="red"
            leftSection={<Trash2 size={16} />}
            isBusy={isDeleting}
            onClick={askToDelete}
          >
            {t('action.delete')}
          </BusyButton>
        </>
      )}
    </>
  )
}
