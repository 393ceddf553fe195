import { transactions } from '@coinless/contract/transactions.ts'
import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { share } from '../ui/formats.ts'

const offeredYears = 5

/** A year of transactions as a file, with the share of it that has arrived. */
export function ExportButton() {
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: (year: number) =>
      download(transactions.export, { query: { year } }, `transactions-${year}.csv`, setDone),
    onMutate: () => setDone(0),
    onError: showFailure(t('transactions.exportFailed')),
  })
  const thisYear = new Date().getFullYear()
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          disabled={isPending}
          aria-live="polite"
        >
          {isPending ? t('transactions.exporting', { share: share(done) }) : t('audit.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Array.from({ length: offeredYears }, (_, ago) => thisYear - ago).map((year) => (
          <Menu.Item key={year} onClick={() => mutate(year)}>
            {year}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
