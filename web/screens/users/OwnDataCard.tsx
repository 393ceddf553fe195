import { Card, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { download } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'

/** Downloads all data of the account. */
export function OwnDataCard() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(calls.ownAccount.export, {}, 'coinless-account.json'),
    onError: showFailure(t('profile.exportFailed')),
  })
  return (
    <Card withBorder component="section" aria-label={t('profile.ownData')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.ownData')}
        </Title>
        <Text size="sm">{t('profile.ownDataHint')}</Text>
        <BusyButton
          variant="default"
          style={{ alignSelf: 'start' }}
          leftSection={<Download size={16} aria-hidden />}
          isBusy={isPending}
          onClick={() => mutate()}
        >
          {t('profile.exportOwnData')}
        </BusyButton>
      </Stack>
    </Card>
  )
}
