import type { StaffAccount } from '@coinless/contract/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { OwnerProvider, type ShownUser } from '../../shared/account/auth-context.tsx'
import { messageOf } from '../../shared/calls/client.ts'
import { workingFor } from '../../shared/navigation/working-for.ts'
import { staffAccountsQuery } from '../../shared/queries/staff-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { NotInRole } from './NotInRole.tsx'

/** Wraps all screens of an account that the user works for. */
export default function WorkingFor({ children }: { children?: ReactNode }) {
  const { data, error, refetch } = useQuery(staffAccountsQuery)
  const account = data?.data.find(({ account_id }) => account_id === workingFor)
  const owner = useMemo(() => account && ownerOf(account), [account])
  if (!data && error) {
    const message = messageOf(error, t('working.failed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading />
  if (!owner) return <NotInRole title={t('working.notTitle')} text={t('working.not')} />
  return <OwnerProvider value={owner}>{children}</OwnerProvider>
}

/** Only the fields that screens need. */
function ownerOf(account: StaffAccount): ShownUser {
  const {
    account_id: id,
    email,
    full_name,
    email_verified,
    role,
    rights,
    joined_at,
    places,
  } = account
  return {
    ...{ id, email, full_name, email_verified, role, rights },
    ...{
      acting: { places },
      roles: [],
      user_type: 'landlord',
      is_guest: false,
      created_at: joined_at,
    },
  }
}
