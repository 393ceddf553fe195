import { limits } from '@coinless/contract/limits.ts'
import { Card, Stack, Switch, Title } from '@mantine/core'
import { ZoneSelect } from '../../shared/forms/ZoneSelect.tsx'
import { t } from '../../shared/texts/texts.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import type { usePlanForm } from './use-plan-form.ts'

/** Who can book how much, and what ends a booking. */
export function PlanRules({ form }: { form: ReturnType<typeof usePlanForm> }) {
  const { values, getInputProps } = form
  return (
    <Card withBorder component="section" aria-label={t('bookingPlan.rules')}>
      <Stack maw={400}>
        <Title order={2} size="h4">
          {t('bookingPlan.rules')}
        </Title>
        <NumberField
          label={t('field.days_ahead')}
          required
          min={1}
          max={limits.bookingDaysAheadMax}
          {...getInputProps('days_ahead')}
        />
        <NumberField
          label={t('field.open_max')}
          required
          min={1}
          max={limits.openBookingsMax}
          {...getInputProps('open_max')}
        />
        <NumberField
          label={t('field.month_max')}
          description={t('bookingPlan.monthHint')}
          min={1}
          max={limits.monthBookingsMax}
          {...getInputProps('month_max')}
        />
        <NumberField
          label={t('field.release_minutes')}
          description={t('bookingPlan.releaseHint')}
          required
          min={limits.releaseMinutesMin}
          max={limits.releaseMinutesMax}
          {...getInputProps('release_minutes')}
        />
        <NumberField
          label={t('field.last_start_minutes')}
          description={t('bookingPlan.lastStartHint')}
          required
          min={0}
          max={limits.lastStartMinutesMax}
          {...getInputProps('last_start_minutes')}
        />
        <ZoneSelect
          used={[form.base.time_zone, values.time_zone]}
          description={t('bookingPlan.zoneHint')}
          required
          {...getInputProps('time_zone')}
        />
        <Switch
          label={t('field.overrun_allowed')}
          description={t('bookingPlan.overrunHint')}
          {...getInputProps('overrun_allowed', { type: 'checkbox' })}
        />
        <Switch
          label={t('field.guests_allowed')}
          {...getInputProps('guests_allowed', { type: 'checkbox' })}
        />
      </Stack>
    </Card>
  )
}
