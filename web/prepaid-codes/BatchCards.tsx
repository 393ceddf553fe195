import { limits } from '@coinless/contract/limits.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { PaperChoice } from '../printing/PaperChoice.tsx'
import { paperNamed } from '../printing/papers.ts'
import { Sheets } from '../printing/Sheets.tsx'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { BackLink } from '../ui/way-back.tsx'
import { useBatch } from './BatchDetail.tsx'
import { CodeCard } from './CodeCard.tsx'
import { statusOf } from './expiry.ts'

/** Drawn in one go: the page answers in between. */
const drawnAtOnce = 60

/** The cards of all codes of a batch that can pay, to be printed and cut. */
export default function BatchCards() {
  const { id = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const paper = paperNamed(address.get('paper'))
  const batch = useBatch(id)
  const [loaded, setLoaded] = useState(0)
  const codes = useQuery({
    queryKey: ['prepaid-codes', 'cards', id],
    queryFn: ({ signal }) => allCodes(id, signal, setLoaded),
    // What is printed is as it is now.
    staleTime: 0,
  })
  const drawn = useSlices(codes.data?.length ?? 0)
  const error = batch.error ?? codes.error
  const isDone = codes.data !== undefined && drawn >= codes.data.length
  const share = codes.data ? drawn / Math.max(codes.data.length, 1) : loaded
  return (
    <>
      <div className="screen-only">
        <Page title={t('batches.cardsTitle')}>
          {error && (
            <LoadFailure
              message={messageOf(error, t('batches.loadFailed'))}
              retry={() => void Promise.all([batch.refetch(), codes.refetch()])}
            />
          )}
          {!batch.data && !error && <Loading rows={4} />}
          {batch.data && !batch.data.is_origin_set && (
            <Alert color="yellow" icon={<CircleAlert />}>
              {t('batches.originUnset', { origin: batch.data.origin })}
            </Alert>
          )}
          {codes.data?.length === 0 && <Alert title={t('batches.noneLeft')} />}
          {!isDone && !error && (
            <progress style={{ width: '100%' }} value={share} aria-label={t('batches.drawing')} />
          )}
          <PaperChoice
            paper={paper}
            isDisabled={!isDone || codes.data?.length === 0}
            choose={(name) => setAddress({ paper: name }, { replace: true })}
          />
          <BackLink to={paths.codeBatch(id)}>{t('batches.backToBatch')}</BackLink>
        </Page>
      </div>
      {batch.data && codes.data && codes.data.length > 0 && (
        <Sheets
          label={t('batches.cardsTitle')}
          items={codes.data.slice(0, drawn)}
          paper={paper}
          draw={(code, { sticker }, place) => (
            <CodeCard key={code.id} code={code} batch={batch.data} size={sticker} place={place} />
          )}
        />
      )}
    </>
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

/** How many of so many are drawn by now. */
function useSlices(all: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  useEffect(() => {
    if (drawn >= all) return
    const next = requestAnimationFrame(() => setDrawn(drawn + drawnAtOnce))
    return () => cancelAnimationFrame(next)
  }, [drawn, all])
  return Math.min(drawn, all)
}
