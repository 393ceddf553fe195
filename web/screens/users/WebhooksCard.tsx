import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'

/** For users who operate machines. */
export function WebhooksCard() {
  return (
    <Card withBorder component="section" aria-label={t('webhooks.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('webhooks.title')}
        </Title>
        <Text size="sm">{t('webhooks.hint')}</Text>
        <Button
          component={Link}
          to={paths.webhooks}
          variant="default"
          style={{ alignSelf: 'start' }}
        >
          {t('webhooks.goToThem')}
        </Button>
      </Stack>
    </Card>
  )
}
