import type { Pagination as PageFacts } from '@coinless/contract/fields.ts'
import { Group, Pagination, Text } from '@mantine/core'
import { pageNumbers } from './page-numbers.ts'

interface PageBarProps {
  noun: string
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
        Showing {first} to {last} of {total} {noun}
      </Text>
      {totalPages > 1 && (
        <Pagination.Root value={page} total={totalPages} onChange={setPage} size="sm">
          <Group gap={7} role="navigation" aria-label="Pages">
            <Pagination.Previous aria-label="Previous" />
            {pageNumbers(page, totalPages).map((item, index) =>
              item === null ? (
                <Pagination.Dots key={index < 2 ? 'before' : 'after'} />
              ) : (
                <Pagination.Control
                  key={item}
                  active={item === page}
                  aria-label={`Page ${item}`}
                  onClick={() => setPage(item)}
                >
                  {item}
                </Pagination.Control>
              ),
            )}
            <Pagination.Next aria-label="Next" />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  )
}
