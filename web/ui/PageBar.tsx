import type { Pagination as PageFacts } from '@coinless/contract/fields.ts'
import { Group, Pagination, Text } from '@mantine/core'

interface PageBarProps {
  noun: string
  pagination: PageFacts
  setPage: (page: number) => void
}

const controlNames = {
  first: 'First page',
  previous: 'Previous',
  next: 'Next',
  last: 'Last page',
}

/** The first page, the last one, and those within 1 of the current one (SPEC section 9). */
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
        <Pagination
          value={page}
          total={totalPages}
          onChange={setPage}
          siblings={1}
          boundaries={1}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}
