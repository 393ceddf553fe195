import { Button } from '@mantine/core'
import { useFocusBack } from '../forms/use-focus-back.ts'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import type { PaymentProps } from './use-payment.tsx'

interface PayButtonProps extends Pick<PaymentProps, 'device' | 'isLoading'> {
  isBusy: boolean
  /** As long as no price is known. */
  label: string
}

/** While the chosen device is still loading, Enter is answered (use-payment.tsx). */
export function PayButton({ device, isLoading, isBusy, label }: PayButtonProps) {
  const button = useFocusBack(isBusy)
  const said = device ? t('payments.pay', { amount: money(device.price) }) : label
  return (
    <Button ref={button} type="submit" disabled={isBusy || !(device || isLoading)}>
      {isBusy ? t('payments.processing') : said}
    </Button>
  )
}
