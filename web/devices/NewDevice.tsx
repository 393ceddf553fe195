import { useUser } from '../account/auth-context.tsx'
import { calls } from '../calls/calls.ts'
import { callWithVersion } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { Page } from '../ui/Page.tsx'
import { useWayBack } from '../ui/way-back.tsx'
import { DeviceForm } from './DeviceForm.tsx'

export default function NewDevice() {
  const { user_type, email } = useUser()
  const wayBack = useWayBack()
  return (
    <Page title={t('devices.add')} narrow>
      <DeviceForm
        initial={user_type === 'landlord' ? { landlord_email: email } : {}}
        submitLabel={t('devices.create')}
        cancel={() => wayBack(paths.devices)}
        save={(body, query) => callWithVersion(calls.devices.create, { query, body })}
        saved={t('devices.created')}
        failed={t('devices.createFailed')}
      />
    </Page>
  )
}
