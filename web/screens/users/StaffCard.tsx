import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'

/** For users who operate machines. */
export function StaffCard() {
  return (
    <Card withBorder component="section" aria-label={t('staff.title')}>
      <Stack>
        <Title order={2} size="h4">
          {t('staff.title')}
        </Title>
        <Text size="sm">{t('staff.hint')}</Text>
        <Button component={Link} to={paths.staff} variant="default" style={{ alignSelf: 'start' }}>
          {t('staff.title')}
        </Button>
      </Stack>
    </Card>
  )
}
