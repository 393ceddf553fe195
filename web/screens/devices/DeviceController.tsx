import { Stack } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { DeviceLinkCard } from './DeviceLinkCard.tsx'
import { DevicePage } from './DevicePage.tsx'

/** The controller that switches a device. */
export default function DeviceController() {
  return (
    <DevicePage tab={paths.deviceController}>
      {(device) => (
        <Stack maw={640}>
          <DeviceLinkCard device={device} />
        </Stack>
      )}
    </DevicePage>
  )
}
