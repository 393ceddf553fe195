import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { messageOf } from '../../shared/calls/client.ts'
import { printedOrigin } from '../../shared/printing/origin.ts'
import { PaperChoice } from '../../shared/printing/PaperChoice.tsx'
import { paperNamed } from '../../shared/printing/paper-sizes.ts'
import { Sheets } from '../../shared/printing/Sheets.tsx'
import { t } from '../../shared/texts/texts.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { CodeCard } from './CodeCard.tsx'

/** Cards drawn per step, so that the page stays responsive. */
const drawnAtOnce = 60

interface CodeCardsProps {
  /** undefined: still loading. */
  codes: readonly PrepaidCode[] | undefined
  issued: Pick<CodeBatchState, 'origin' | 'is_origin_set' | 'run_by'> | undefined
  error: Error | null
  /** Share of the codes that is loaded, if they load in chunks. */
  loaded?: number
  retry: () => void
  /** Text shown if no code can pay. */
  none: string
  /** Shown above the paper. */
  notice?: ReactNode
  /** Link back to the codes. */
  back: ReactNode
}

/** Cards of codes that can pay, to print and cut. */
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
        <Page title={t('batches.cardsTitle')} back={back}>
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

/** Number of cards drawn so far. */
function useSlices(all: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  useEffect(() => {
    if (drawn >= all) return
    const next = requestAnimationFrame(() => setDrawn(drawn + drawnAtOnce))
    return () => cancelAnimationFrame(next)
  }, [drawn, all])
  return Math.min(drawn, all)
}
