import type { ScannedMachine } from '@coinless/contract/rooms.ts'
import { Card, Title } from '@mantine/core'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { MachineLinks } from './MachineLinks.tsx'

interface OthersBesideProps {
  machines: ScannedMachine['others']
}

/** Available machines beside one that takes no payment. */
export default function OthersBeside({ machines }: OthersBesideProps) {
  return (
    <Card withBorder padding={0} component="section" aria-label={t('scanned.others')}>
      <Title order={2} size="h5" px="md" pt="sm">
        {t('scanned.others')}
      </Title>
      <MachineLinks
        machines={machines}
        to={({ sticker_number }) => paths.payAtSticker(sticker_number)}
      />
    </Card>
  )
}
