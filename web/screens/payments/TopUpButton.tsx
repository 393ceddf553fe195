import { Button } from '@mantine/core'
import { useFocusBack } from '../../shared/forms/use-focus-back.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'

interface TopUpButtonProps {
  /** A number, or other text in the field. */
  amount: number | string
  isBusy: boolean
}

export function TopUpButton({ amount, isBusy }: TopUpButtonProps) {
  const button = useFocusBack(isBusy)
  const isAmount = typeof amount === 'number' && amount > 0
  const said = isAmount ? t('payments.pay', { amount: money(amount) }) : t('payments.payCard')
  return (
    <Button ref={button} type="submit" disabled={isBusy}>
      {isBusy ? t('payments.processing') : said}
    </Button>
  )
}
