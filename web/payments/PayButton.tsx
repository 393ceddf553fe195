import { Button } from '@mantine/core'
import { t } from '../texts/texts.ts'
import type { PaymentProps } from './use-payment.tsx'

interface PayButtonProps extends Pick<PaymentProps, 'device' | 'isLoading'> {
  isBusy: boolean
  label: string
}

/** While the chosen device is still loading, Enter is answered (use-payment.tsx). */
export function PayButton({ device, isLoading, isBusy, label }: PayButtonProps) {
  return (
    <Button type="submit" disabled={isBusy || !(device || isLoading)}>
      {isBusy ? t('payments.processing') : label}
    </Button>
  )
}
