import type { WithSecret } from '@coinless/contract/webhooks.ts'
import { Button, Card, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { CreateForm } from '../../shared/forms/CreateForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { Secret } from './Secret.tsx'
import { WebhookFields } from './WebhookFields.tsx'
import { bodyOf, inputOf, validate } from './webhook-input.ts'

/** The intention (idempotency-key.ts). */
const adding = 'add webhook'
const blank = inputOf()

export default function NewWebhook() {
  const [made, setMade] = useState<WithSecret>()
  return made ? <Made webhook={made} /> : <NewWebhookForm done={setMade} />
}

function Made({ webhook }: { webhook: WithSecret }) {
  useEffect(focusMain, [])
  return (
    <Page
      back={<BackLink to={paths.webhooks}>{t('webhooks.back')}</BackLink>}
      title={t('webhooks.created')}
      tabTitle={t('webhooks.add')}
      narrow
    >
      <Card withBorder>
        <Secret secret={webhook.secret} />
        <Button component={Link} to={paths.webhook(webhook.id)} replace mt="md">
          {t('webhooks.secretKept')}
        </Button>
      </Card>
    </Page>
  )
}

function NewWebhookForm({ done }: { done: (made: WithSecret) => void }) {
  const [, navigate] = useLocation()
  const form = useMoneyForm({
    name: 'new webhook',
    intention: adding,
    initial: blank,
    // A URL may contain a secret.
    secrets: ['url'],
    validate,
    send: (input, idempotencyKey) =>
      call(calls.webhooks.create, { body: bodyOf(input), idempotencyKey }),
    success: t('webhooks.created'),
    done,
    left: () => navigate(paths.webhooks, { replace: true }),
    seen: ({ id }) => ({ to: paths.webhook(id), label: t('webhooks.goToIt') }),
    failed: showMoneyFailure(adding, t('webhooks.createFailed')),
  })
  return (
    <Page
      back={<BackLink to={paths.webhooks}>{t('webhooks.back')}</BackLink>}
      title={t('webhooks.add')}
      narrow
    >
      <CreateForm form={form} label={t('webhooks.add')} list={paths.webhooks}>
        <Stack>
          <WebhookFields getInputProps={form.getInputProps} />
        </Stack>
      </CreateForm>
    </Page>
  )
}
