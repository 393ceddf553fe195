import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'

/** For users who operate machines. */
export function ApiKeysCard() {
  return (
    <Card withBorder component="section" aria-label={t('apiKeys.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('apiKeys.title')}
        </Title>
        <Text size="sm">{t('apiKeys.hint')}</Text>
        <Button
          component={Link}
          to={paths.apiKeys}
          variant="default"
          style={{ alignSelf: 'start' }}
        >
          {t('apiKeys.title')}
        </Button>
      </Stack>
    </Card>
  )
}
