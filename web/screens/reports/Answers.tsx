import type { OneReport } from '@coinless/contract/reports.ts'
import { Group, Paper, Text } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { dateAndTime } from '../../shared/ui/formats.ts'
import classes from './Reports.module.css'

interface AnswersProps extends Pick<OneReport, 'answers'> {
  reporter: string
}

/** Messages about a report by both sides, oldest first. */
export function Answers({ answers, reporter }: AnswersProps) {
  return answers.map(({ id, text, is_from_reporter, created_at }) => (
    <Paper key={id} withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {is_from_reporter ? reporter : t('reports.operator')}
        </Text>
        <Text size="xs" c="dimmed">
          {dateAndTime(created_at)}
        </Text>
      </Group>
      <p className={classes.said}>{text}</p>
    </Paper>
  ))
}
