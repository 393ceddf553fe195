import { Slot } from '@coinless/contract/booking-plans.ts'
import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { flushSync } from 'react-dom'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useLocalForm } from '../../shared/forms/local-form.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import type { WeekFormProps } from './week-edits.ts'
import { minutesBetween, sorted, untilOf } from './week-slots.ts'

interface SlotFormProps extends WeekFormProps {
  slot: Slot
  /** undefined: a new slot. */
  index?: number
  /** Button of the slot. */
  opener?: HTMLElement
}

const wrong: (slot: Slot) => Record<string, string> = checkedBy(Slot)

export function SlotForm({ slot, index, opener, slots, change }: SlotFormProps) {
  const others = slots.filter((_, at) => at !== index)
  const slotOf = ({ from, until }: { from: string; until: string }): Slot => ({
    weekday: slot.weekday,
    starts_at: from,
    minutes: minutesBetween(from, until),
  })
  const form = useLocalForm({
    initial: { from: slot.starts_at, until: untilOf(slot) },
    validate: (values): Record<string, string> => {
      const { starts_at, minutes } = wrong(slotOf(values))
      if (starts_at) return { from: starts_at }
      return minutes ? { until: minutes } : {}
    },
    take: (values) => change(sorted([...others, slotOf(values)])),
  })

  /** The dialog cannot return the focus to the button of the last slot of a day. */
  function remove() {
    const day = opener?.closest('[role=group]')
    flushSync(() => change(others))
    if (!opener?.isConnected) day?.querySelector('button')?.focus()
  }

  return (
    <DialogForm
      form={form}
      label={index === undefined ? t('bookingPlan.addIt') : t('bookingPlan.changeIt')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="time"
          step={900}
          label={t('field.from')}
          required
          data-autofocus
          {...form.getInputProps('from')}
        />
        <TextInput type="time" label={t('field.until')} required {...form.getInputProps('until')} />
      </SimpleGrid>
      {index !== undefined && (
        <Group>
          <Button variant="subtle" color="red" onClick={remove}>
            {t('bookingPlan.removeSlot')}
          </Button>
        </Group>
      )}
    </DialogForm>
  )
}
