import { useQuery } from '@tanstack/react-query'
import { Redirect, useParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { may } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { DeviceForm } from './DeviceForm.tsx'
import { inputOf } from './device-input.ts'
import { changeableDeviceQuery } from './device-queries.ts'

export default function EditDevice() {
  const user = useUser()
  const { id = '' } = useParams()
  const wayBack = useWayBack()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(changeableDeviceQuery(id))
  const device = isFetchedAfterMount ? data?.thing : undefined
  useReturnOnFailure(error, t('devices.loadFailed'), paths.devices, device)
  if (!device) return <Loading rows={8} />
  if (!may(user, 'change device', device)) return <Redirect to={paths.device(id)} replace />
  return (
    <Page
      back={<BackLink to={paths.device(id)}>{device.label}</BackLink>}
      title={t('devices.editTitle')}
      narrow
    >
      <DeviceForm
        deviceId={id}
        initial={inputOf(device)}
        version={data?.version}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
        submitLabel={t('action.save')}
        cancel={() => wayBack(paths.device(id), paths.devices)}
        save={(body, query) =>
          callWithVersion(calls.devices.update, { params: { id }, query, body })
        }
        saved={t('devices.updated')}
        failed={t('devices.updateFailed')}
      />
    </Page>
  )
}
