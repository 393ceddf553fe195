import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'

export function useTopUpOffer(id: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['prepaid-codes', id, 'top-up'],
    queryFn: ({ signal }) => call(calls.topUps.offer, { params: { id }, signal }),
  })
}

export function TopUpLink({ codeId }: { codeId: string }) {
  return (
    <Button
      component={Link}
      to={paths.topUpByCard(codeId)}
      leftSection={<CreditCard size={16} aria-hidden />}
    >
      {t('topUps.title')}
    </Button>
  )
}
