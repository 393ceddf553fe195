import type { WalletCode } from '@coinless/contract/payments.ts'
import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CreditCard, Plus } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { labelOfCode } from '../../shared/codes/code-label.ts'
import ForgetCode from '../../shared/codes/ForgetCode.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { useList } from '../../shared/queries/use-list.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { EmptyList } from '../../shared/ui/DataList.tsx'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { date, money } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { PageBar } from '../../shared/ui/PageBar.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { useListAddress } from '../../shared/ui/use-list-address.ts'
import { CopyCode } from './CopyCode.tsx'
import { lastDay, statusOf } from './expiry.ts'

/** Codes that a tenant can pay with, also those that they saved when they paid. */
export default function Wallet() {
  const { answer, rows, pagination, error, retry, setPage } = useList(calls.payments.wallet, {
    key: ['prepaid-codes', 'wallet'],
    address: useListAddress(),
    failed: t('prepaidCodes.loadListFailed'),
  })
  return (
    <>
      {!rows && (error ? <LoadFailure message={error} retry={retry} /> : <Loading />)}
      {rows?.length === 0 && <EmptyWallet />}
      {rows && rows.length > 0 && (
        <SimpleGrid
          component="ul"
          aria-label={t('payments.yourCodes')}
          cols={{ base: 1, sm: 2, lg: 3 }}
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
        >
          {rows.map((code) => (
            <WalletCard key={code.id} code={code} />
          ))}
        </SimpleGrid>
      )}
      {pagination && pagination.totalPages > 1 && (
        <PageBar noun="codes" pagination={pagination} setPage={setPage} />
      )}
      {answer?.has_issued && (
        <Anchor component={Link} to={paths.codeTable} size="sm" onClick={focusMain}>
          {t('prepaidCodes.issuedByYou')}
        </Anchor>
      )}
    </>
  )
}

function WalletCard({ code }: { code: WalletCode }) {
  const { id, remaining_balance, expires_at, is_kept, may_top_up } = code
  const status = statusOf(code)
  const isUsable = status === 'active' && remaining_balance > 0
  const name = labelOfCode(code)
  return (
    <Card withBorder component="li">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" gap="xs">
          <Text fz={28} fw={650} lh={1.2} c={isUsable ? undefined : 'dimmed'} translate="no">
            {money(remaining_balance)}
          </Text>
          <StatusBadge status={status} />
        </Group>
        <CodeNumber code={code} />
        {expires_at && (
          <Text size="sm" c="dimmed">
            {t('prepaidCodes.validThrough', { day: date(`${lastDay(expires_at)}T12:00:00`) })}
          </Text>
        )}
        {(isUsable || may_top_up || is_kept) && (
          <Group gap="xs" mt="auto">
            {isUsable && (
              <Button
                component={Link}
                to={paths.payWith(id)}
                leftSection={<CreditCard size={16} aria-hidden />}
                aria-label={`${t('bar.pay')} ${name}`}
              >
                {t('bar.pay')}
              </Button>
            )}
            {may_top_up && (
              <Button
                component={Link}
                to={paths.topUpByCard(id)}
                variant="default"
                leftSection={<Plus size={16} aria-hidden />}
                aria-label={`${t('topUps.short')} ${name}`}
              >
                {t('topUps.short')}
              </Button>
            )}
            {is_kept && (
              <Group ms="auto">
                <ForgetCode code={code} />
              </Group>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  )
}

/** The text of a saved code is not shown: its payer has typed it. */
function CodeNumber({ code: { id, code, ...rest } }: { code: WalletCode }) {
  if (code === null) {
    return (
      <Group gap="xs" mih={28}>
        <Text size="sm" ff="monospace" translate="no">
          {labelOfCode(rest)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('prepaidCodes.saved')}
        </Text>
      </Group>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor
        component={Link}
        to={paths.prepaidCode(id)}
        size="sm"
        ff="monospace"
        translate="no"
        style={{ overflowWrap: 'anywhere' }}
      >
        {code}
      </Anchor>
      <CopyCode code={code} />
    </Group>
  )
}

function EmptyWallet() {
  const { email_verified } = useUser()
  return (
    <EmptyList
      title={t('prepaidCodes.none')}
      hint={
        <Stack align="center" gap="sm" maw={460}>
          {t('prepaidCodes.howToGet')}
          <Group gap="xs" justify="center">
            <Button component={Link} to={paths.payments}>
              {t('firstSteps.pay')}
            </Button>
            {!email_verified && (
              <Button component={Link} to={paths.verification} variant="default">
                {t('firstSteps.verify')}
              </Button>
            )}
          </Group>
        </Stack>
      }
    />
  )
}
