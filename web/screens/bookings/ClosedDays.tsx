import { limits } from '@coinless/contract/limits.ts'
import { Box, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { IconButton } from '../../shared/ui/icon-actions.tsx'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import classes from './BookingPlan.module.css'
import { type ClosedInput, closedOf } from './plan-input.ts'

interface ClosedDaysProps {
  closed: string
  change: (closed: string) => void
  /** Props that mark a wrong field and make it focusable. */
  marked: (path: string) => { error: string | undefined; 'data-path': string }
}

/** Days without slots, such as holidays. */
export function ClosedDays({ closed, change, marked }: ClosedDaysProps) {
  const periods = closedOf({ closed })
  const set = (changed: ClosedInput[]) => change(JSON.stringify(changed))
  const replace = (index: number, facts: Partial<ClosedInput>) =>
    set(periods.map((period, at) => (at === index ? { ...period, ...facts } : period)))
  return (
    <Card withBorder component="section" aria-label={t('field.closed')}>
      <Stack maw={640}>
        <Title order={2} size="h4">
          {t('field.closed')}
        </Title>
        {periods.length === 0 && <Text size="sm">{t('bookingPlan.closedHint')}</Text>}
        {periods.map((period, index) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other key, its days are being edited
            key={index}
            role="group"
            aria-label={t('bookingPlan.closedNumber', { number: index + 1 })}
            className={classes.closed}
          >
            {(['from', 'until'] as const).map((field) => (
              <TextInput
                key={field}
                type="date"
                label={t(`field.${field}`)}
                required
                value={period[field]}
                onChange={({ currentTarget }) => replace(index, { [field]: currentTarget.value })}
                {...marked(`closed.${index}.${field}`)}
              />
            ))}
            <TextInput
              label={t('field.reason')}
              maxLength={limits.closedReasonMax}
              value={period.reason}
              onChange={({ currentTarget }) => replace(index, { reason: currentTarget.value })}
              {...marked(`closed.${index}.reason`)}
            />
            <div className={classes.remove}>
              <IconButton
                label={t('bookingPlan.removeClosed', { number: index + 1 })}
                Icon={Trash2}
                color="red"
                onClick={(event) =>
                  keepFocus(event, () => set(periods.filter((_, at) => at !== index)))
                }
              />
            </div>
          </Box>
        ))}
        {periods.length < limits.closedPeriods && (
          <Group>
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={(event) =>
                keepFocus(event, () => set([...periods, { from: '', until: '', reason: '' }]))
              }
            >
              {t('bookingPlan.addClosed')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}
