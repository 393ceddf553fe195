import type { User } from '@coinless/contract/users.ts'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type ShownUser, useUser } from '../../shared/account/auth-context.tsx'
import { isStaff, isTenant, mayUse } from '../../shared/account/rights.ts'
import { shownName } from '../../shared/account/shown-name.ts'
import { WaitingCodes } from '../../shared/account/WaitingCodes.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { NextStep } from '../../shared/next-step/NextStep.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { AccountCard } from './AccountCard.tsx'
import { CountCards } from './CountCards.tsx'
import { DevicesToAccept } from './DevicesToAccept.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { OpenCycles } from './OpenCycles.tsx'
import { RevenueSection } from './RevenueSection.tsx'
import { SpendingSection } from './SpendingSection.tsx'

const NextBookings = lazy(() => awaited(() => import('../../shared/bookings/NextBookings.tsx')))
const InLine = lazy(() => awaited(() => import('../../shared/queues/InLine.tsx')))

export default function Dashboard() {
  const user = useUser()
  return isStaff(user) ? <OfOwner owner={user} /> : <Own user={user} />
}

/** Dashboard of an account that the user works for, limited to their role. */
function OfOwner({ owner }: { owner: ShownUser }) {
  const isAttended = mayUse(owner, 'read_devices') && mayUse(owner, 'reports')
  const hasSums = mayUse(owner, 'read_money') && mayUse(owner, 'read_codes')
  return (
    <Page title={shownName(owner)} tabTitle={t('dashboard.title')}>
      {isAttended && <NeedsAttention />}
      {hasSums && <RevenueSection />}
      <Text c="dimmed">{t('working.hint')}</Text>
    </Page>
  )
}

function Own({ user }: { user: User }) {
  return (
    <Page title={t('dashboard.welcome', { name: shownName(user) })} tabTitle={t('dashboard.title')}>
      <NextStep isDashboard />
      <WaitingCodes />
      {isTenant(user) && (
        <Suspense>
          <InLine />
          <NextBookings />
        </Suspense>
      )}
      <OpenCycles />
      <NeedsAttention />
      {user.email_verified && <DevicesToAccept />}
      <Stack gap="xl">
        {user.user_type === 'landlord' && <RevenueSection />}
        <SpendingSection />
        {user.user_type !== 'landlord' && <RevenueSection />}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <AccountCard user={user} />
          {!user.is_guest && <CountCards />}
        </SimpleGrid>
      </Stack>
    </Page>
  )
}
