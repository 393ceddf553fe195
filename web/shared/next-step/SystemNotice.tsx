import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { systemQuery } from './next-step-queries.ts'
import { SystemAttention } from './SystemAttention.tsx'

/** State of the installation in a line, with its problems, for admins. */
export default function SystemNotice() {
  const { data, error, refetch } = useQuery(systemQuery)
  if (error) {
    return (
      <LoadFailure
        message={messageOf(error, t('system.loadFailed'))}
        retry={() => void refetch()}
      />
    )
  }
  if (!data) return <Loading rows={1} />
  return (
    <section aria-label={t('menu.adminSystem')}>
      <Stack gap="xs">
        <SystemAttention system={data} none={<Text>{t('system.noProblems')}</Text>} />
        <Anchor component={Link} to={paths.adminSystem}>
          {t('system.details')}
        </Anchor>
      </Stack>
    </section>
  )
}
