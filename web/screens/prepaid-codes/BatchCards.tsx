import { limits } from '@coinless/contract/limits.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { useBatch } from './BatchDetail.tsx'
import { CodeCards } from './CodeCards.tsx'
import { statusOf } from './expiry.ts'

/** Cards of all codes of a batch that can pay. */
export default function BatchCards() {
  const { id = '' } = useParams()
  const batch = useBatch(id)
  const [loaded, setLoaded] = useState(0)
  const codes = useQuery({
    queryKey: ['prepaid-codes', 'cards', id],
    queryFn: ({ signal }) => allCodes(id, signal, setLoaded),
    // Always prints current data.
    staleTime: 0,
  })
  return (
    <CodeCards
      codes={codes.data}
      issued={batch.data}
      error={batch.error ?? codes.error}
      loaded={loaded}
      retry={() => void Promise.all([batch.refetch(), codes.refetch()])}
      none={t('batches.noneLeft')}
      back={<BackLink to={paths.codeBatch(id)}>{t('batches.backToBatch')}</BackLink>}
    />
  )
}

async function allCodes(
  batch_id: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) {
  const codes: PrepaidCode[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { batch_id, disabled: false, page, limit: limits.listLimitMax }
    const { data, pagination } = await call(calls.prepaidCodes.list, { query, signal })
    codes.push(...data)
    pages = pagination.totalPages
    onProgress(page / Math.max(pages, 1))
  }
  return codes.filter((code) => statusOf(code) === 'active')
}
