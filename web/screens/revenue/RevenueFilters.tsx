import { paymentMethods, revenueGroups, revenuePeriods } from '@coinless/contract/choices.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { t } from '../../shared/texts/texts.ts'
import { FilterSelect } from '../../shared/ui/FilterSelect.tsx'
import { options } from '../../shared/ui/formats.ts'
import { PlaceFilter } from './PlaceFilter.tsx'
import type { Asked } from './question.ts'
import classes from './Revenue.module.css'

const chosenDays = 'days'
const ownersOfRevenue = {
  mine: 'revenue.mine',
  all: 'revenue.all',
  one: 'revenue.oneAccount',
} as const
const ownersOfUsage = { mine: 'usage.mine', all: 'usage.all', one: 'usage.oneAccount' } as const

interface RevenueFiltersProps {
  asked: Asked
  /** Without the filters of amounts. */
  isUsage?: boolean
}

export function RevenueFilters({ asked, isUsage = false }: RevenueFiltersProps) {
  const { question, change } = asked
  const user = useUser()
  const names = isUsage ? ownersOfUsage : ownersOfRevenue
  return (
    <Group gap="sm" className={`screen-only ${classes.filters}`}>
      <FilterSelect
        label={t('revenue.period')}
        value={question.period ?? chosenDays}
        onChange={(period) =>
          period === chosenDays
            ? change({ period: '', from: today(), until: today() })
            : change({ period, from: '', until: '' })
        }
        options={[
          ...revenuePeriods.map((value) => ({ value, label: t(`revenue.${value}`) })),
          { value: chosenDays, label: t('revenue.days') },
        ]}
      />
      {question.period === undefined && <Days asked={asked} />}
      {!isUsage && (
        <FilterSelect
          label={t('field.by')}
          value={question.by}
          onChange={(by) => change({ by })}
          options={revenueGroups.map((value) => ({ value, label: t(`revenue.byChoice_${value}`) }))}
        />
      )}
      <PlaceFilter asked={asked} />
      {!isUsage && (
        <FilterSelect
          label={t('field.payment_method')}
          value={question.payment_method ?? ''}
          onChange={(method) => change({ method })}
          options={[{ value: '', label: t('revenue.allMethods') }, ...options(paymentMethods)]}
        />
      )}
      {isAdmin(user) && (
        <FilterSelect
          label={t('field.owner')}
          value={question.owner ?? ''}
          onChange={(owner) => change({ owner })}
          options={[
            { value: '', label: t(names.mine) },
            { value: 'all', label: t(names.all) },
            ...(question.owner && question.owner !== 'all'
              ? [{ value: question.owner, label: t(names.one) }]
              : []),
          ]}
        />
      )}
      {!isAdmin(user) && question.owner && (
        // From an address that an admin has shared; others get a refusal.
        <Chosen
          text={t(question.owner === 'all' ? names.all : names.one)}
          remove={() => change({ owner: '' })}
        />
      )}
      {question.device_id && (
        <Chosen text={t('revenue.oneDevice')} remove={() => change({ device: '' })} />
      )}
    </Group>
  )
}

/** Skips empty days, which cannot be requested. */
function Days({ asked: { question, change } }: { asked: Asked }) {
  const { from = '', until = '' } = question
  return (
    <Group gap="sm" wrap="nowrap" className={classes.days}>
      <TextInput
        type="date"
        aria-label={t('field.from')}
        value={from}
        max={until}
        onChange={({ currentTarget: { value } }) => value && change({ from: value })}
      />
      <TextInput
        type="date"
        aria-label={t('field.until')}
        value={until}
        min={from}
        onChange={({ currentTarget: { value } }) => value && change({ until: value })}
      />
    </Group>
  )
}

function Chosen({ text, remove }: { text: string; remove: () => void }) {
  return (
    <Button
      variant="light"
      maw="100%"
      rightSection={<X size={16} aria-hidden />}
      aria-label={t('revenue.remove', { name: text })}
      onClick={remove}
    >
      {text}
    </Button>
  )
}

function today(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
