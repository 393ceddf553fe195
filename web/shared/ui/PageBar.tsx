import type { Pagination as PageFacts } from '@coinless/contract/fields.ts'
import { Group, Pagination, Text } from '@mantine/core'
import { type TextKey, t } from '../texts/texts.ts'
import { number } from './formats.ts'
import { pageNumbers } from './page-numbers.ts'

/** Nouns for the rows of a list. */
export type Noun =
  Extract<TextKey, `list.showing_${string}`> extends `list.showing_${infer Name}` ? Name : never

interface PageBarProps {
  noun: Noun
  pagination: PageFacts
  setPage: (page: number) => void
}

export function PageBar({ noun, pagination, setPage }: PageBarProps) {
  const { page, limit, total, totalPages } = pagination
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {t(`list.showing_${noun}`, {
          first: number(first),
          last: number(last),
          total: number(total),
          count: total,
        })}
      </Text>
      {totalPages > 1 && (
        <Pagination.Root value={page} total={totalPages} onChange={setPage} size="sm">
          <Group gap={7} role="navigation" aria-label={t('list.pages')}>
            <Pagination.Previous aria-label={t('list.previous')} />
            {pageNumbers(page, totalPages).map((item, index) =>
              item === null ? (
                <Pagination.Dots key={index < 2 ? 'before' : 'after'} />
              ) : (
                <Pagination.Control
                  key={item}
                  active={item === page}
                  aria-label={t('list.page', { page: item })}
                  onClick={() => setPage(item)}
                >
                  {item}
                </Pagination.Control>
              ),
            )}
            <Pagination.Next aria-label={t('list.next')} />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  )
}
