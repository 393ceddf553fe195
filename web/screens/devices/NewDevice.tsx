import type { PriceList } from '@coinless/contract/device-prices.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff } from '../../shared/account/rights.ts'
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
import type { DeviceInput } from './device-input.ts'
import { duplicateQuery } from './device-queries.ts'

/** Form for a new device, empty or filled with the values of another. */
export default function NewDevice() {
  const user = useUser()
  const { user_type, email } = user
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
  const prices = duplicate?.prices
  return (
    <Page
      back={<BackLink to={paths.devices}>{t('devices.back')}</BackLink>}
      title={t('devices.add')}
      narrow
    >
      {prices && <Text>{t('devices.pricesTakenOver')}</Text>}
      <DeviceForm
        {...(like !== null && { draft: `device like ${like}` })}
        // Staff can only name the owner as landlord.
        initial={{ ...(duplicate?.device ?? landlord), ...(isStaff(user) && landlord) }}
        submitLabel={t('devices.create')}
        cancel={() => wayBack(paths.devices)}
        save={(body, query) =>
          callWithVersion(calls.devices.create, {
            query,
            body: prices ? { ...body, prices: beginningWith(body, prices) } : body,
          })
        }
        saved={t('devices.created')}
        failed={t('devices.createFailed')}
      />
    </Page>
  )
}

/** The first programme takes its price and duration from the form. */
function beginningWith({ price, duration_minutes }: DeviceInput, prices: PriceList): PriceList {
  const [first, ...others] = prices.programmes
  return {
    ...prices,
    programmes: [{ name: first?.name ?? null, price, duration_minutes }, ...others],
  }
}
