import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../shared/navigation/paths.ts'
import { MachineLinks } from '../../shared/rooms/MachineLinks.tsx'
import { t } from '../../shared/texts/texts.ts'
import { scannedQuery } from './machine-queries.ts'

interface OthersBesideProps {
  sticker: string
  /** A change of it asks again. */
  state?: string
}

/** Available machines beside one that takes no payment. */
export function OthersBeside({ sticker, state }: OthersBesideProps) {
  const { data } = useQuery(scannedQuery(sticker, state))
  if (!data?.others.length) return null
  return (
    <Card withBorder padding={0} component="section" aria-label={t('scanned.others')}>
      <Title order={2} size="h5" px="md" pt="sm">
        {t('scanned.others')}
      </Title>
      <MachineLinks
        machines={data.others}
        to={({ sticker_number }) => paths.payAtSticker(sticker_number)}
      />
    </Card>
  )
}
