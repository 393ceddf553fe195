import type { OneReport } from '@coinless/contract/reports.ts'
import { Paper, Text } from '@mantine/core'
import { dateAndTime } from '../../shared/ui/formats.ts'
import classes from './Reports.module.css'

/** Answers to a report, oldest first. */
export function Answers({ answers }: Pick<OneReport, 'answers'>) {
  return answers.map(({ id, text, created_at }) => (
    <Paper key={id} withBorder p="sm">
      <p className={classes.said}>{text}</p>
      <Text size="xs" c="dimmed">
        {dateAndTime(created_at)}
      </Text>
    </Paper>
  ))
}
