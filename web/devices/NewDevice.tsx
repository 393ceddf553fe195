import { devices } from '@coinless/contract/devices.ts'
import { call } from '../api.ts'
import { useUser } from '../auth-context.tsx'
import { Page } from '../ui/Page.tsx'
import { DeviceForm } from './DeviceForm.tsx'

export default function NewDevice() {
  const { user_type, email } = useUser()
  return (
    <Page title="Add Device" narrow>
      <DeviceForm
        initial={user_type === 'landlord' ? { landlord_email: email } : {}}
        submitLabel="Create Device"
        save={(body) => call(devices.create, { body })}
        saved="Device created successfully"
        failed="Failed to create device"
      />
    </Page>
  )
}
