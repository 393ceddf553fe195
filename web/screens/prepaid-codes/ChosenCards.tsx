import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keptChoice } from '../../shared/bulk/kept-choice.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { number } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { CodeCards } from './CodeCards.tsx'

/** Cards of codes chosen in their list, in this tab. */
export default function ChosenCards() {
  const [chosen] = useState(() => keptChoice('prepaid_codes'))
  const { data, error, refetch } = useQuery({
    enabled: chosen !== undefined,
    queryKey: ['prepaid-codes', 'cards', chosen],
    queryFn: ({ signal }) =>
      call(calls.chosenRows.cards, { body: { chosen: chosen as never }, signal }),
    // Always prints current data.
    staleTime: 0,
  })
  const back = <BackLink to={paths.prepaidCodes}>{t('prepaidCodes.back')}</BackLink>
  if (!chosen) {
    return (
      <Page title={t('batches.cardsTitle')} back={back}>
        <Alert title={t('batches.noneChosen')} />
      </Page>
    )
  }
  return (
    <CodeCards
      codes={data?.data}
      issued={data}
      error={error}
      retry={() => void refetch()}
      none={t('batches.noCards')}
      notice={data && data.data.length > 0 && <LeftOut count={data.left_out} />}
      back={back}
    />
  )
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return <Alert color="yellow">{t('batches.leftOut', { count, number: number(count) })}</Alert>
}
