import { Button, Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import type { ListChoice } from '../ui/use-choice.ts'
import { usePhone } from '../ui/use-phone.ts'
import classes from './ChosenBar.module.css'

interface ChosenBarProps {
  choice: ListChoice
  total: number
  /** Selection mode: on phones, rows have no checkboxes until it is on. */
  isChoosing: boolean
  stop: () => void
  /** Actions for the selected rows. */
  children: ReactNode
}

export function ChosenBar({ choice, total, isChoosing, stop, children }: ChosenBarProps) {
  const isPhone = usePhone()
  const { count, isPageChosen } = choice
  if (count === 0 && !(isChoosing && isPhone)) return null
  return (
    <Card withBorder p="xs" className={classes.bar} role="group" aria-label={t('bulk.chosenRows')}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {t('bulk.chosen', { count, number: number(count) })}
        </Text>
        {isPhone && (
          <Button size="xs" variant="default" onClick={choice.choosePage}>
            {t(isPageChosen ? 'bulk.pageNot' : 'bulk.page')}
          </Button>
        )}
        {total > count && (isPageChosen || isPhone) && (
          <Button size="xs" variant="default" onClick={choice.chooseAll}>
            {t('bulk.all', { number: number(total) })}
          </Button>
        )}
        {count > 0 && children}
        <Button
          size="xs"
          variant="subtle"
          ms="auto"
          onClick={() => {
            choice.clear()
            stop()
          }}
        >
          {t('bulk.clear')}
        </Button>
      </Group>
    </Card>
  )
}
