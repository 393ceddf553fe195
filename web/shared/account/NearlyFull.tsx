import { isNearlyFull, type QuotaKind } from '@coinless/contract/quotas.ts'
import { Alert } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import { useUser } from './auth-context.tsx'

interface NearlyFullProps {
  kind: QuotaKind
  /** Length of the list: a change means that the usage of the account has changed. */
  total: number
}

/** Warns above a list before the account reaches its limit. */
export default function NearlyFull({ kind, total }: NearlyFullProps) {
  const { email_verified } = useUser()
  const { data } = useQuery({
    queryKey: ['quotas', total],
    queryFn: ({ signal }) => call(calls.me.quotas, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = data?.data.find((each) => each.kind === kind)
  if (!found || !isNearlyFull(found.kept, found.most)) return null
  const facts = { kept: number(found.kept), most: number(found.most) }
  return (
    <Alert color="yellow" role="status">
      {t(email_verified ? 'list.nearlyFull' : 'list.nearlyFullUnverified', facts)}
    </Alert>
  )
}
