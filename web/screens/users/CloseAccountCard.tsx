import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { Loading } from '../../shared/ui/Loading.tsx'

const CloseAccountForm = lazy(() => awaited(() => import('./CloseAccountForm.tsx')))

export function CloseAccountCard() {
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  return (
    <Card withBorder component="section" aria-label={t('profile.closeAccount')}>
      <Stack>
        <Title order={2} size="h4">
          {t('profile.closeAccount')}
        </Title>
        <Text size="sm">{t('profile.closeHint')}</Text>
        <Button
          variant="outline"
          color="red"
          style={{ alignSelf: 'start' }}
          onClick={() => setIsAsked(true)}
        >
          {t('profile.closeAccount')}
        </Button>
      </Stack>
      <Dialog title={t('profile.closeAccount')} isOpen={isAsked} close={close}>
        <Suspense fallback={<Loading rows={4} />}>
          <CloseAccountForm />
        </Suspense>
      </Dialog>
    </Card>
  )
}
