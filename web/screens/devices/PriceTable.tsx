import { smallestCoin } from '@coinless/contract/coins.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { Checks } from '../../shared/ui/Checks.tsx'
import { money } from '../../shared/ui/formats.ts'
import { IconButton } from '../../shared/ui/icon-actions.tsx'
import { keepFocus } from '../../shared/ui/keep-focus.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { weekdayChoices } from '../../shared/ui/weekdays.ts'
import classes from './PriceTable.module.css'
import type { TableInput } from './price-input.ts'

interface PriceTableProps {
  table: TableInput
  isPlan: boolean
  change: (table: TableInput) => void
  remove: () => void
  /** Props that mark a wrong field and make it focusable. */
  marked: (path: string) => { error: string | undefined; 'data-path': string }
}

/** Programmes, and times of the week with different prices. */
export function PriceTable(props: PriceTableProps) {
  const { table, isPlan, change, remove, marked } = props
  const title = isPlan ? t('prices.plan') : t('prices.now')
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          {isPlan && <Remove label={t('prices.removePlan')} remove={remove} />}
        </Group>
        {isPlan && (
          <TextInput
            type="date"
            label={t('prices.countsFrom')}
            required
            value={table.from}
            onChange={({ currentTarget }) => change({ ...table, from: currentTarget.value })}
            {...marked('from')}
          />
        )}
        <Programmes {...props} />
        <Times {...props} />
      </Stack>
    </Card>
  )
}

function Programmes({ table, change, marked }: PriceTableProps) {
  const { programmes } = table
  const set = (index: number, facts: Partial<TableInput['programmes'][number]>) =>
    change({ ...table, programmes: replaced(programmes, index, facts) })
  const addOne = () =>
    change({
      ...table,
      programmes: [...programmes, { name: '', duration_minutes: '', price: '' }],
      times: table.times.map((each) => ({ ...each, prices: [...each.prices, ''] })),
    })
  const removeOne = (index: number) =>
    change({
      ...table,
      programmes: without(programmes, index),
      times: table.times.map((each) => ({ ...each, prices: without(each.prices, index) })),
    })
  return (
    <Stack gap="xs">
      {programmes.map((programme, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a programme has no other key, its name is being edited
          key={index}
          role="group"
          aria-label={t('prices.programmeNumber', { number: index + 1 })}
          className={`${classes.programme} ${classes.level}`}
        >
          <TextInput
            label={t('field.name')}
            required={programmes.length > 1}
            maxLength={limits.programmeNameMax}
            value={programme.name}
            onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
            {...marked(`programmes.${index}.name`)}
          />
          <NumberField
            label={t('prices.minutes')}
            required
            min={1}
            max={limits.minutesMax}
            value={programme.duration_minutes}
            onChange={(value) => set(index, { duration_minutes: value as number })}
            {...marked(`programmes.${index}.duration_minutes`)}
          />
          <AmountField
            step={smallestCoin}
            label={t('field.price')}
            required
            value={programme.price}
            onChange={(value) => set(index, { price: value as number })}
            {...marked(`programmes.${index}.price`)}
          />
          {programmes.length > 1 && (
            <div className={classes.remove}>
              <Remove
                label={t('prices.removeProgramme', { number: index + 1 })}
                remove={() => removeOne(index)}
              />
            </div>
          )}
        </Group>
      ))}
      {programmes.length < limits.programmes && (
        <Add label={t('prices.addProgramme')} add={addOne} />
      )}
    </Stack>
  )
}

function Times({ table, change, marked }: PriceTableProps) {
  const { programmes, times } = table
  const set = (index: number, facts: Partial<TableInput['times'][number]>) =>
    change({ ...table, times: replaced(times, index, facts) })
  const addOne = () => {
    const time = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', until: '06:00' }
    change({ ...table, times: [...times, { ...time, prices: programmes.map(() => '' as const) }] })
  }
  return (
    <Stack gap="md">
      {times.map((time, index) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: a time has no other key, its values are being edited
          key={index}
          gap="xs"
          role="group"
          aria-label={t('prices.timeNumber', { number: index + 1 })}
        >
          <Group justify="space-between">
            <Text fw={600}>{t('prices.timeNumber', { number: index + 1 })}</Text>
            <Remove
              label={t('prices.removeTime', { number: index + 1 })}
              remove={() => change({ ...table, times: without(times, index) })}
            />
          </Group>
          <Checks
            label={t('field.days')}
            choices={weekdayChoices()}
            chosen={time.days}
            choose={(days) => set(index, { days })}
            {...marked(`times.${index}.days`)}
          />
          <SimpleGrid cols={{ base: 2, sm: 4 }} className={classes.level}>
            {(['from', 'until'] as const).map((field) => (
              <TextInput
                key={field}
                type="time"
                step={900}
                required
                label={t(`field.${field}`)}
                value={time[field]}
                onChange={({ currentTarget }) => set(index, { [field]: currentTarget.value })}
                {...marked(`times.${index}.${field}`)}
              />
            ))}
            {programmes.map(({ name, price }, number) => (
              <AmountField
                step={smallestCoin}
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={number}
                label={name ? t('prices.priceOf', { name }) : t('field.price')}
                placeholder={typeof price === 'number' ? money(price) : ''}
                value={time.prices[number] ?? ''}
                onChange={(value) =>
                  set(index, { prices: time.prices.with(number, value as number) })
                }
                {...marked(`times.${index}.prices.${number}`)}
              />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      {times.length < limits.weekTimes && <Add label={t('prices.addTime')} add={addOne} />}
    </Stack>
  )
}

function replaced<Item>(items: Item[], index: number, facts: Partial<Item>): Item[] {
  return items.map((item, number) => (number === index ? { ...item, ...facts } : item))
}

function without<Item>(items: Item[], index: number): Item[] {
  return items.filter((_, number) => number !== index)
}

function Add({ label, add }: { label: string; add: () => void }) {
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Plus size={16} />}
        onClick={(event) => keepFocus(event, add)}
      >
        {label}
      </Button>
    </Group>
  )
}

function Remove({ label, remove }: { label: string; remove: () => void }) {
  return (
    <IconButton
      label={label}
      Icon={Trash2}
      color="red"
      onClick={(event) => keepFocus(event, remove)}
    />
  )
}
