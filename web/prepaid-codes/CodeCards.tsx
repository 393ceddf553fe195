import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../calls/client.ts'
import { printedOrigin } from '../printing/origin.ts'
import { PaperChoice } from '../printing/PaperChoice.tsx'
import { paperNamed } from '../printing/papers.ts'
import { Sheets } from '../printing/Sheets.tsx'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { CodeCard } from './CodeCard.tsx'

/** Drawn in one go: the page answers in between. */
const drawnAtOnce = 60

interface CodeCardsProps {
  /** undefined while they are loading. */
  codes: readonly PrepaidCode[] | undefined
  issued: Pick<CodeBatchState, 'origin' | 'is_origin_set' | 'run_by'> | undefined
  error: Error | null
  /** What share of the codes is loaded, where they come in parts. */
  loaded?: number
  retry: () => void
  /** Where no code can pay. */
  none: string
  /** Above the paper. */
  notice?: ReactNode
  /** Back to where the codes are. */
  back: ReactNode
}

/** The cards of codes that can pay, to be printed and cut. */
export function CodeCards(props: CodeCardsProps) {
  const { codes, issued, error, loaded, retry, none, notice, back } = props
  const [address, setAddress] = useSearchParams()
  const paper = paperNamed(address.get('paper'))
  const drawn = useSlices(codes?.length ?? 0)
  const isDone = codes !== undefined && drawn >= codes.length
  const share = codes ? drawn / Math.max(codes.length, 1) : loaded
  return (
    <>
      <div className="screen-only">
        <Page title={t('batches.cardsTitle')}>
          {error && (
            <LoadFailure message={messageOf(error, t('batches.loadFailed'))} retry={retry} />
          )}
          {!issued && !error && <Loading rows={4} />}
          {issued && !issued.is_origin_set && (
            <Alert color="yellow" icon={<CircleAlert />}>
              {t('batches.originUnset', { origin: printedOrigin(issued) })}
            </Alert>
          )}
          {codes?.length === 0 && <Alert title={none} />}
          {notice}
          {!isDone && !error && (
            <progress style={{ width: '100%' }} value={share} aria-label={t('batches.drawing')} />
          )}
          <PaperChoice
            paper={paper}
            isDisabled={!isDone || codes?.length === 0}
            choose={(name) => setAddress({ paper: name }, { replace: true })}
          />
          {back}
        </Page>
      </div>
      {issued && codes && codes.length > 0 && (
        <Sheets
          label={t('batches.cardsTitle')}
          items={codes.slice(0, drawn)}
          paper={paper}
          draw={(code, { sticker }, place) => (
            <CodeCard key={code.id} code={code} batch={issued} size={sticker} place={place} />
          )}
        />
      )}
    </>
  )
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
