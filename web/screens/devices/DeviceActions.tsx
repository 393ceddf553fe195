import type { Device } from '@coinless/contract/devices.ts'
import { Button } from '@mantine/core'
import { CreditCard, Pencil } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff, may } from '../../shared/account/rights.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { MoreMenu } from '../../shared/ui/MoreMenu.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { useDeviceDeletion } from './use-device-deletion.ts'

/** The action of this user first: an operator edits the device, everyone else pays there. */
export function DeviceActions({ device }: { device: Device }) {
  const user = useUser()
  const mayChange = may(user, 'change device', device)
  return (
    <>
      {mayChange && (
        <Button
          component={Link}
          to={paths.editDevice(device.id)}
          leftSection={<Pencil size={16} aria-hidden />}
        >
          {t('action.edit')}
        </Button>
      )}
      {device.status === 'active' && !isStaff(user) && (
        <Button
          component={Link}
          to={paths.payAt(device.id)}
          variant={mayChange ? 'default' : 'filled'}
          leftSection={<CreditCard size={16} aria-hidden />}
        >
          {t('devices.payHere')}
        </Button>
      )}
      {mayChange && <More device={device} />}
    </>
  )
}

function More({ device }: { device: Device }) {
  const wayBack = useWayBack()
  const { askToDelete, isDeleting } = useDeviceDeletion(device, () => wayBack(paths.devices))
  return (
    <MoreMenu
      load={() => import('./DeviceMenuItems.tsx')}
      loadNow={loadedNow}
      props={{ id: device.id, remove: askToDelete }}
      isBusy={isDeleting}
    />
  )
}
