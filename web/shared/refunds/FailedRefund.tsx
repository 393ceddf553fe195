import { Text } from '@mantine/core'
import { t } from '../texts/texts.ts'

export default function FailedRefund() {
  return <Text size="sm">{t('transactions.refundNotReceived')}</Text>
}
