import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, LayoutDashboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { LazyProof } from '../account/LazyProof.tsx'
import { useCodesWait } from '../account/WaitingCodes.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { usePhone } from '../ui/use-phone.ts'
import { countsQuery, revenueQuery } from './next-step-queries.ts'

/**
 * First steps of a landlord: each is ticked once done. After the last one, the list disappears.
 *
 * The step for the address includes its form on the dashboard. Elsewhere a phone shows one step at first, and a link
 * to the dashboard takes the place of the list.
 */
export function FirstSteps({ isDashboard }: { isDashboard: boolean }) {
  const user = useUser()
  const { data: revenue } = useQuery(revenueQuery)
  const { data: counts } = useQuery(countsQuery)
  // Then the notice about waiting codes already asks for the mailed code.
  const codesWait = useCodesWait()
  const isFoldable = usePhone() && !isDashboard
  const [isWhole, setWhole] = useState(false)
  if (user.user_type !== 'landlord' || !revenue || !counts) return null
  const steps = [
    { name: t('firstSteps.verify'), to: paths.verification, isDone: user.email_verified },
    { name: t('firstSteps.device'), to: paths.newDevice, isDone: revenue.has_devices },
    { name: t('firstSteps.code'), to: paths.newPrepaidCode, isDone: counts.codes > 0 },
    { name: t('firstSteps.payment'), to: paths.devices, isDone: revenue.best_devices.length > 0 },
  ]
  // An experienced landlord without recent payments needs no advice.
  const isBegun = steps.slice(0, -1).every(({ isDone }) => isDone)
  const isLate = isBegun && revenue.idle_devices.some(({ last_paid_at }) => last_paid_at)
  if (isLate || steps.every(({ isDone }) => isDone)) return isDashboard ? null : <ToDashboard />
  return (
    <Card withBorder component="section" aria-label={t('firstSteps.title')}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {t('firstSteps.title')}
        </Title>
        {isFoldable && (
          <Button
            variant="subtle"
            size="compact-sm"
            mih={44}
            my={-10}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'firstSteps.showLess' : 'firstSteps.showAll')}
          </Button>
        )}
      </Group>
      <Stack component="ol" gap="xs" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {(isFoldable && !isWhole ? nextOf(steps) : steps).map((step) => (
          <Step key={step.to} {...step}>
            {step.to === paths.verification && isDashboard && !codesWait && <LazyProof />}
          </Step>
        ))}
      </Stack>
    </Card>
  )
}

function ToDashboard() {
  return (
    <Button
      component={Link}
      to={paths.dashboard}
      size="md"
      me="auto"
      leftSection={<LayoutDashboard size={18} aria-hidden />}
    >
      {t('firstSteps.today')}
    </Button>
  )
}

/** The page asks for the verification itself. */
function nextOf<S extends { to: string; isDone: boolean }>(steps: S[]): S[] {
  const open = steps.filter(({ isDone }) => !isDone)
  const next = open.find(({ to }) => to !== paths.verification) ?? open[0]
  return next ? [next] : []
}

interface StepProps {
  name: string
  to: string
  isDone: boolean
  /** Form that completes the step here. */
  children: ReactNode
}

function Step({ name, to, isDone, children }: StepProps) {
  const Tick = isDone ? CircleCheck : Circle
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="start" mih={32}>
      <Tick
        size={20}
        role="img"
        aria-label={t(isDone ? 'firstSteps.done' : 'firstSteps.toDo')}
        style={{ flexShrink: 0 }}
        color={isDone ? 'var(--mantine-color-green-text)' : 'var(--mantine-color-dimmed)'}
      />
      {isDone ? (
        <Text c="dimmed">{name}</Text>
      ) : (
        <Stack gap={4} flex={1}>
          <Anchor component={Link} to={to}>
            {name}
          </Anchor>
          {children}
        </Stack>
      )}
    </Group>
  )
}
