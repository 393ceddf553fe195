import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { awaited } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import type { DevicePickerProps } from './DeviceSelect.tsx'

const load = () => import('./DeviceSelect.tsx')
const DeviceSelect = lazy(() => awaited(load))

/** A visitor from a machine's sticker or page does not need the picker, and pays sooner without it. */
const isAtDevice = /\/m\/|[?&](device|sticker)=/i.test(window.location.href)
if (!isAtDevice) void load().catch(() => {})

export function DevicePicker(props: DevicePickerProps) {
  return (
    <Suspense
      fallback={
        <TextInput
          label={t('payments.device')}
          placeholder={t('payments.loadingDevices')}
          disabled
        />
      }
    >
      <DeviceSelect {...props} />
    </Suspense>
  )
}
