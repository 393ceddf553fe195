import { Button, Text } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'

/** Shown for a page that the role does not allow, with a link back to the user's own account. */
export function NotInRole({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title} narrow>
      <Text>{text}</Text>
      <Button component="a" href={paths.dashboard} style={{ alignSelf: 'start' }}>
        {t('working.back')}
      </Button>
    </Page>
  )
}
