import type { WithSecretKey } from '@coinless/contract/api-keys.ts'
import { limits } from '@coinless/contract/limits.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import { rights } from '@coinless/contract/rights.ts'
import {
  Alert,
  Button,
  Card,
  Code,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { Copy } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { ProofFields, proofSecrets, useProof } from '../../shared/account/OwnerProof.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { CreateForm } from '../../shared/forms/CreateForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { copyText } from '../../shared/ui/copy-text.ts'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { blank, expiries, keyOf, validate } from './api-key-input.ts'

/** The intention (idempotency-key.ts). */
const making = 'make API key'

export default function NewApiKey() {
  const [made, setMade] = useState<WithSecretKey>()
  return made ? <Made secret={made.secret} /> : <NewApiKeyForm done={setMade} />
}

/** Shown once. */
function Made({ secret }: { secret: string }) {
  useEffect(focusMain, [])
  const says = { copied: t('apiKeys.copied'), failed: t('apiKeys.copyFailed') }
  return (
    <Page
      back={<BackLink to={paths.apiKeys}>{t('apiKeys.back')}</BackLink>}
      title={t('apiKeys.created')}
      tabTitle={t('apiKeys.add')}
      narrow
    >
      <Card withBorder>
        <Stack>
          <Alert color="yellow">{t('apiKeys.shownOnce')}</Alert>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {secret}
          </Code>
          <Group>
            <Button leftSection={<Copy size={16} />} onClick={() => void copyText(secret, says)}>
              {t('apiKeys.copy')}
            </Button>
            <Button component={Link} to={paths.apiKeys} replace variant="default">
              {t('apiKeys.kept')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </Page>
  )
}

function NewApiKeyForm({ done }: { done: (made: WithSecretKey) => void }) {
  const [, navigate] = useLocation()
  const proofOf = useProof()
  const form = useMoneyForm({
    name: 'new API key',
    intention: making,
    initial: blank,
    secrets: proofSecrets,
    validate,
    send: async (input, idempotencyKey) =>
      call(calls.apiKeys.create, {
        body: { ...keyOf(input), ...(await proofOf(input)) },
        idempotencyKey,
      }),
    success: t('apiKeys.created'),
    done,
    left: () => navigate(paths.apiKeys, { replace: true }),
    seen: () => ({ to: paths.apiKeys, label: t('apiKeys.title') }),
    failed: showMoneyFailure(making, t('apiKeys.createFailed')),
  })
  return (
    <Page
      back={<BackLink to={paths.apiKeys}>{t('apiKeys.back')}</BackLink>}
      title={t('apiKeys.add')}
      narrow
    >
      <CreateForm form={form} label={t('apiKeys.add')} list={paths.apiKeys}>
        <Stack>
          <TextInput
            label={t('field.name')}
            description={t('apiKeys.nameHint')}
            required
            autoComplete="off"
            maxLength={limits.apiKeyNameMax}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <RightSwitches getInputProps={form.getInputProps} />
          <NativeSelect
            label={t('field.expires_in_days')}
            data={expiries.map((days) => ({
              value: days,
              label: days ? t('apiKeys.days', { count: Number(days) }) : t('apiKeys.never'),
            }))}
            {...form.getInputProps('days')}
          />
          <ProofFields form={form} />
        </Stack>
      </CreateForm>
    </Page>
  )
}

interface SwitchesProps {
  getInputProps: (field: string, options?: { type: 'checkbox' }) => object
}

/** The admin right is offered to admins only. */
function RightSwitches({ getInputProps }: SwitchesProps) {
  const id = useId()
  const user = useUser()
  const given = rights.filter((right) => right !== 'admin' || isAdmin(user))
  return (
    <Stack gap="sm" role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {t('field.rights')}
      </Text>
      {given.map((right) => (
        <Switch
          key={right}
          label={t(`rights.${right}`)}
          description={t(`apiKeys.about.${right}`)}
          {...getInputProps(`may_${right}`, { type: 'checkbox' })}
        />
      ))}
    </Stack>
  )
}
