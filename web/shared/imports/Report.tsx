import type { SkippedRow } from '@coinless/contract/imports.ts'
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { BusyButton } from '../forms/BusyButton.tsx'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import classes from './Imports.module.css'
import type { Importable } from './importable.ts'
import { SkippedRows } from './SkippedRows.tsx'
import type { Progress } from './send-rows.ts'

interface ReportProps {
  importable: Importable
  progress: Progress
  isSending: boolean
  /** Reason why it stopped early. */
  stopped: string | undefined
  goOn: () => void
  another: () => void
}

/** Progress, then the result of each row. */
export function Report(props: ReportProps) {
  const { importable, progress, isSending, stopped, goOn, another } = props
  const { total, done, created, left, leftOut } = progress
  const title = useRef<HTMLHeadingElement>(null)
  const isOver = !isSending && done === total
  useEffect(() => title.current?.focus(), [])
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Title order={2} size="h4" ref={title} tabIndex={-1}>
          {t(isOver ? 'import.done' : 'import.importing')}
        </Title>
        <progress
          className={classes.progress}
          value={done}
          max={total}
          aria-label={t('import.importing')}
        />
        <Text role="status">
          {t('import.progress', { done: number(done), total: number(total) })}
        </Text>
        {!isSending && <Outcomes created={created} left={left} />}
        {!isSending && leftOut > 0 && (
          <Text>{t('import.leftOut', { count: leftOut, rows: number(leftOut) })}</Text>
        )}
        {stopped && !isSending && !isOver && (
          <Alert color="red" role="alert" title={t('import.stopped')}>
            {stopped}
          </Alert>
        )}
        <Group>
          {isOver ? (
            <>
              <Button component={Link} to={importable.list}>
                {t(`import.to_${importable.noun}`)}
              </Button>
              <Button variant="default" onClick={another}>
                {t('import.another')}
              </Button>
            </>
          ) : (
            <BusyButton isBusy={isSending} onClick={goOn}>
              {t('import.goOn')}
            </BusyButton>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

function Outcomes({ created, left }: { created: number; left: readonly SkippedRow[] }) {
  return (
    <>
      <Text fw={600}>{t('import.created', { count: created, rows: number(created) })}</Text>
      {left.length > 0 && <SkippedRows left={left} />}
    </>
  )
}
