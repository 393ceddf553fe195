import { Button, Group, Stack, Text } from '@mantine/core'
import { labelOfCode } from '../../shared/codes/code-label.ts'
import { t } from '../../shared/texts/texts.ts'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { money } from '../../shared/ui/formats.ts'
import type { TopUpProps, useTopUp } from './use-top-up.tsx'

interface TopUpAmountProps extends Pick<TopUpProps, 'offer'> {
  form: ReturnType<typeof useTopUp>
}

/** Amount of a top-up: one that the issuer offers, or another. */
export function TopUpAmount({ form, offer }: TopUpAmountProps) {
  return (
    <Stack gap="sm">
      <Text>
        {t('topUps.onto', {
          name: labelOfCode(offer),
          amount: money(offer.remaining_balance),
        })}
      </Text>
      {offer.amounts.length > 0 && <Amounts form={form} offer={offer} />}
      <AmountField label={t('field.amount')} required {...form.getInputProps('amount')} />
      <Text size="sm" c="dimmed">
        {t('topUps.atMost', { amount: money(offer.amount_max) })}
      </Text>
    </Stack>
  )
}

function Amounts({ form, offer }: TopUpAmountProps) {
  return (
    <Group gap="xs" role="group" aria-label={t('topUps.amounts')}>
      {offer.amounts.map((amount) => (
        <Button
          key={amount}
          variant={form.values.amount === amount ? 'filled' : 'default'}
          aria-pressed={form.values.amount === amount}
          onClick={() => form.setFieldValue('amount', amount)}
        >
          {money(amount)}
        </Button>
      ))}
    </Group>
  )
}
