import { Slot } from '@coinless/contract/booking-plans.ts'
import { limits } from '@coinless/contract/limits.ts'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useLocalForm } from '../../shared/forms/local-form.ts'
import { t } from '../../shared/texts/texts.ts'
import { Checks } from '../../shared/ui/Checks.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { weekdayChoices } from '../../shared/ui/weekdays.ts'
import { problemOfDays } from './CopyForm.tsx'
import type { WeekFormProps } from './week-edits.ts'
import { filled, firstSeries, type SlotSeries } from './week-slots.ts'

const wrong: (slot: Slot) => Record<string, string> = checkedBy(Slot)

/** Fills days with slots of one length. */
export function FillForm({ slots, change }: WeekFormProps) {
  const form = useLocalForm({
    initial: { ...firstSeries },
    validate: problemsOf,
    take: (series) => change(filled(slots, series)),
  })
  return (
    <DialogForm form={form} label={t('bookingPlan.fillIt')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['from', 'until'] as const).map((field) => (
          <TextInput
            key={field}
            type="time"
            step={900}
            label={t(`field.${field}`)}
            required
            {...(field === 'from' && { 'data-autofocus': true })}
            {...form.getInputProps(field)}
          />
        ))}
        <NumberField
          label={t('field.minutes')}
          required
          step={15}
          min={limits.slotMinutesMin}
          max={limits.slotMinutesMax}
          {...form.getInputProps('minutes')}
        />
      </SimpleGrid>
      <Checks
        label={t('field.days')}
        choices={weekdayChoices()}
        chosen={form.values.days}
        choose={(days) => form.setFieldValue('days', days)}
        error={form.errors.days as string | undefined}
        data-path={form.pathOf('days')}
      />
      <Text size="sm">{t('bookingPlan.replaceHint')}</Text>
    </DialogForm>
  )
}

function problemsOf(series: SlotSeries): Record<string, string> {
  const { from, minutes, days } = series
  const { starts_at, ...others } = wrong({ weekday: 1, starts_at: from, minutes })
  const found = {
    ...(starts_at && { from: starts_at }),
    ...others,
    ...problemOfDays(days),
  }
  if (Object.keys(found).length > 0) return found
  const all = filled([], series)
  if (all.length === 0) return { until: t('bookingPlan.noneFits') }
  const isBroken = all.some((slot) => 'starts_at' in wrong(slot))
  return isBroken ? { minutes: t('bookingPlan.inQuarters') } : {}
}
