import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { Printer } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { type PaperName, paperNames } from './paper-sizes.ts'

interface PaperChoiceProps {
  paper: PaperName
  choose: (name: string) => void
  isDisabled?: boolean
}

/** Choice of paper, and the button that prints. */
export function PaperChoice({ paper, choose, isDisabled = false }: PaperChoiceProps) {
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <NativeSelect
          label={t('stickers.paper')}
          value={paper}
          onChange={(event) => choose(event.currentTarget.value)}
          data={paperNames.map((value) => ({ value, label: t(`stickers.papers.${value}`) }))}
          maw="100%"
        />
        <Button
          leftSection={<Printer size={16} aria-hidden />}
          disabled={isDisabled}
          onClick={() => window.print()}
        >
          {t('transactions.print')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('stickers.printHint')}
      </Text>
    </Stack>
  )
}
