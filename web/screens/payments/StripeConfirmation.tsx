import type { CardSettings } from '@coinless/contract/payments.ts'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/texts/texts.ts'
import { loadedStripe } from './load-stripe.ts'

interface Props {
  settings: CardSettings
  clientSecret: string
}

/** Lets the customer confirm with the bank (3-D Secure), also after a reload. */
export default function StripeConfirmation({ settings, clientSecret }: Props) {
  const { isFetching, isError, data, refetch } = useQuery({
    queryKey: ['card-confirmations', clientSecret],
    queryFn: async () => {
      const stripe = await loadedStripe(settings)
      const asked = await stripe?.handleNextAction({ clientSecret })
      return asked?.error?.message ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isFetching) {
    return (
      <Alert icon={<Loader size="sm" />} color="yellow">
        {t('payments.confirming')}
      </Alert>
    )
  }
  if (!isError && !data) return null
  return (
    <Alert color="red">
      <Stack align="flex-start">
        <Text size="sm">{data ?? t('payments.confirmationFailed')}</Text>
        <Button onClick={() => void refetch()}>{t('payments.confirm')}</Button>
      </Stack>
    </Alert>
  )
}
