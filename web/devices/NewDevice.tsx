import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../calls/calls.ts'
import { callWithVersion } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { useReturnOnFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { useWayBack } from '../ui/way-back.tsx'
import { DeviceForm } from './DeviceForm.tsx'
import { duplicateQuery } from './device-queries.ts'

/** An empty form, or one that is filled in as another device is. */
export default function NewDevice() {
  const { user_type, email } = useUser()
  const wayBack = useWayBack()
  const [address] = useSearchParams()
  const like = address.get('like')
  const { data: duplicate, error } = useQuery({
    ...duplicateQuery(like ?? ''),
    enabled: like !== null,
  })
  useReturnOnFailure(error, t('devices.loadFailed'), paths.devices, duplicate)
  if (like !== null && !duplicate) return <Loading rows={8} />
  const landlord = user_type === 'landlord' ? { landlord_email: email } : {}
  return (
    <Page title={t('devices.add')} narrow>
      <DeviceForm
        {...(like !== null && { draft: `device like ${like}` })}
        initial={duplicate ?? landlord}
        submitLabel={t('devices.create')}
        cancel={() => wayBack(paths.devices)}
        save={(body, query) => callWithVersion(calls.devices.create, { query, body })}
        saved={t('devices.created')}
        failed={t('devices.createFailed')}
      />
    </Page>
  )
}
