import { Text } from '@mantine/core'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useLocalForm } from '../../shared/forms/local-form.ts'
import { currentFieldTexts, t } from '../../shared/texts/texts.ts'
import { Checks } from '../../shared/ui/Checks.tsx'
import { weekdayChoices } from '../../shared/ui/weekdays.ts'
import type { WeekFormProps } from './week-edits.ts'
import { copied } from './week-slots.ts'

export function CopyForm({ weekday, slots, change }: WeekFormProps & { weekday: number }) {
  const choices = weekdayChoices().filter(({ value }) => value !== weekday)
  const form = useLocalForm({
    initial: { days: choices.map(({ value }) => value) },
    validate: ({ days }) => problemOfDays(days),
    take: ({ days }) => change(copied(slots, weekday, days)),
  })
  return (
    <DialogForm form={form} label={t('bookingPlan.copyIt')}>
      <Text size="sm">{t('bookingPlan.replaceHint')}</Text>
      <Checks
        label={t('field.days')}
        choices={choices}
        chosen={form.values.days}
        choose={(days) => form.setFieldValue('days', days)}
        error={form.errors.days as string | undefined}
        data-path={form.pathOf('days')}
      />
    </DialogForm>
  )
}

export function problemOfDays(days: readonly number[]): Record<string, string> {
  return days.length > 0 ? {} : { days: `${currentFieldTexts().problems.none_chosen}.` }
}
