import { isAdmin } from '@coinless/contract/permissions.ts'
import { Button, Group } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../account/auth-context.tsx'
import { withLaterTexts } from '../loading/language.ts'
import { awaited } from '../loading/own-code.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { ScanButton } from '../scan/ScanButton.tsx'
import { t } from '../texts/texts.ts'
import { Loading } from '../ui/Loading.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const SystemNotice = lazy(() => awaited(() => withLaterTexts(import('./SystemNotice.tsx'))))

/** What most people of a role came for, above everything else: to pay, to set up machines, to run the system. */
export function NextStep({ isDashboard }: { isDashboard: boolean }) {
  const user = useUser()
  return (
    <>
      {isAdmin(user) && (
        <Suspense fallback={<Loading rows={1} />}>
          <SystemNotice />
        </Suspense>
      )}
      {user.user_type === 'landlord' ? <FirstSteps isDashboard={isDashboard} /> : <PayOrScan />}
    </>
  )
}

function PayOrScan() {
  const [, navigate] = useLocation()
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={paths.payments}
        size="md"
        leftSection={<CreditCard size={18} aria-hidden />}
      >
        {t('firstSteps.pay')}
      </Button>
      <ScanButton size="md" found={(number) => navigate(paths.payAtSticker(number))} />
    </Group>
  )
}
