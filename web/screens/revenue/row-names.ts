import type { RevenueGroup } from '@coinless/contract/choices.ts'
import type { RevenueRow } from '@coinless/contract/revenue.ts'
import { t } from '../../shared/texts/texts.ts'
import { day, hour, label, monthOfYear } from '../../shared/ui/formats.ts'
import { weekdays } from '../../shared/ui/weekdays.ts'

export function revenueRowName({ key, device }: RevenueRow, by: RevenueGroup): string {
  if (key === null) return t(isOfTime(by) ? 'revenue.otherDays' : 'revenue.rest')
  switch (by) {
    case 'day':
      return day(key)
    case 'week':
      return t('revenue.weekOf', { day: day(key) })
    case 'month':
      return monthOfYear(key)
    case 'hour':
      return hour(Number(key))
    case 'weekday':
      return t(`revenue.${weekdays[Number(key) - 1] ?? 'monday'}`)
    case 'device':
      return device ? `${device.label} · ${device.device_number}` : key
    case 'location':
      return key
    case 'device_type':
    case 'payment_method':
      return label(key as 'washer' | 'credit_card')
  }
}

function isOfTime(by: RevenueGroup): boolean {
  return by === 'day' || by === 'week' || by === 'month'
}
