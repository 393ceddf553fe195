import type { CodeMovement } from '@coinless/contract/code-movements.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Anchor } from '@mantine/core'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ListSection } from '../../shared/queries/ListSection.tsx'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import type { Column } from '../../shared/ui/DataList.tsx'
import { dateAndTime, label, money } from '../../shared/ui/formats.ts'

/** Changes of a code's balance, visible to everyone who may see the code. */
export function CodeHistory({ codeId: id }: { codeId: string }) {
  return (
    <ListSection
      title={t('prepaidCodes.history')}
      noun="entries"
      queryKey={['prepaid-codes', id, 'history']}
      load={(page, signal) =>
        call(calls.prepaidCodes.history, {
          params: { id },
          query: { page, limit: limits.pageSize },
          signal,
        })
      }
      columns={columns()}
      failed={t('prepaidCodes.historyFailed')}
      empty={t('prepaidCodes.noHistory')}
      below={(rows) =>
        rows.some(({ reason }) => reason === 'card_top_up') && (
          <Anchor component={Link} to={paths.topUpsOf(id)} size="sm">
            {t('topUps.list')}
          </Anchor>
        )
      }
    />
  )
}

const columns = (): Column<CodeMovement>[] => [
  {
    header: t('heading.date'),
    cell: ({ created_at }) => dateAndTime(created_at),
    line: 'whole',
    brief: 'line',
  },
  {
    header: t('prepaidCodes.reason'),
    cell: ({ reason, note, cause }) =>
      happened(label(reason), cause ? t(`moneyBack.${cause}`) : note),
    brief: 'title',
  },
  {
    header: t('field.amount'),
    cell: ({ amount }) => money(amount),
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('heading.remaining'),
    cell: ({ remaining_balance }) => money(remaining_balance),
    isNumber: true,
    brief: 'lineEnd',
  },
]

function happened(what: string, why: string | null): string {
  return why ? t('units.labeled', { name: what, value: why }) : what
}
