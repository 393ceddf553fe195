import { Card, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import AddressProof from '../../shared/account/AddressProof.tsx'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'
import { t } from '../../shared/texts/texts.ts'

/** Shown while the address is unverified. */
export function VerificationCard() {
  const ref = useRef<HTMLDivElement>(null)
  const isAskedFor = useHistoryEntry().hash === '#verify'
  useEffect(() => {
    if (isAskedFor) ref.current?.scrollIntoView({ block: 'center' })
  }, [isAskedFor])
  return (
    <Card ref={ref} withBorder component="section" aria-label={t('profile.verifyTitle')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.verifyTitle')}
        </Title>
        <Text size="sm">{t('profile.verifyHint')}</Text>
        <AddressProof />
      </Stack>
    </Card>
  )
}
