import type { Device } from '@coinless/contract/devices.ts'
import { Alert, Button, Group } from '@mantine/core'
import { useUser } from '../../shared/account/auth-context.tsx'
import { may } from '../../shared/account/rights.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useDeviceAnswer } from '../../shared/queries/use-device-answer.ts'
import { t } from '../../shared/texts/texts.ts'
import { useWayBack } from '../../shared/ui/way-back.ts'

/** Whether the named landlord has accepted the device; landlords answer here. */
export function LandlordState({ device }: { device: Device }) {
  const user = useUser()
  const wayBack = useWayBack()
  const { accept, refuse, isAnswering } = useDeviceAnswer(device.id, () => wayBack(paths.devices))
  if (device.landlord_accepted) return null
  if (!may(user, 'answer for device', device)) {
    return (
      <Alert color="yellow">{t('devices.notAccepted', { email: device.landlord_email })}</Alert>
    )
  }
  return (
    <Alert color="yellow">
      {t('devices.namesYou')}
      <Group mt="sm" gap="sm">
        <BusyButton size="xs" isBusy={isAnswering} onClick={accept}>
          {t('devices.accept')}
        </BusyButton>
        <Button size="xs" variant="default" disabled={isAnswering} onClick={() => void refuse()}>
          {t('devices.refuse')}
        </Button>
      </Group>
    </Alert>
  )
}
