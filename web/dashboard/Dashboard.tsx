import { SimpleGrid, Stack } from '@mantine/core'
import { useUser } from '../account/auth-context.tsx'
import { shownName } from '../account/shown-name.ts'
import { WaitingCodes } from '../account/WaitingCodes.tsx'
import { t } from '../texts/texts.ts'
import { Page } from '../ui/Page.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CountCards } from './CountCards.tsx'
import { DevicesToAccept } from './DevicesToAccept.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { OpenCycles } from './OpenCycles.tsx'
import { RevenueSection } from './RevenueSection.tsx'
import { SpendingSection } from './SpendingSection.tsx'

export default function Dashboard() {
  const user = useUser()
  return (
    <Page title={t('dashboard.welcome', { name: shownName(user) })} tabTitle={t('dashboard.title')}>
      <WaitingCodes />
      <OpenCycles />
      <NeedsAttention />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <AccountCard user={user} />
        {!user.is_guest && <CountCards />}
      </SimpleGrid>
      <Stack gap="xl" mt="md">
        <FirstSteps />
        {user.email_verified && <DevicesToAccept />}
        <RevenueSection />
        <SpendingSection />
      </Stack>
    </Page>
  )
}
