import { displays, shownPeople, type WithDisplaySecret } from '@coinless/contract/displays.ts'
import { Alert, Button, Card, Code, Group, Stack } from '@mantine/core'
import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { CreateForm } from '../../shared/forms/CreateForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { Link } from '../../shared/router/Link.tsx'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { copyText } from '../../shared/ui/copy-text.ts'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { DisplayFields } from './DisplayFields.tsx'

/** Intention for idempotency-key.ts. */
const adding = 'add display'

export default function NewDisplay() {
  const [made, setMade] = useState<WithDisplaySecret>()
  const { number = '' } = useParams()
  if (!made) return <NewDisplayForm number={number} done={setMade} />
  return <Made secret={made.secret} number={number} />
}

/** Shown once. */
function Made({ secret, number }: { secret: string; number: string }) {
  useEffect(focusMain, [])
  const address = `${location.origin}${paths.display}#${secret}`
  const says = { copied: t('displays.copied'), failed: t('displays.copyFailed') }
  return (
    <Page
      back={<BackLink to={paths.displays(number)}>{t('displays.back')}</BackLink>}
      title={t('displays.created')}
      tabTitle={t('displays.add')}
      narrow
    >
      <Card withBorder>
        <Stack>
          <Alert color="yellow">{t('displays.shownOnce')}</Alert>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {address}
          </Code>
          <QRCodeSVG
            value={address}
            level="M"
            marginSize={4}
            size={220}
            title={t('displays.qrCode')}
          />
          <Group>
            <Button leftSection={<Copy size={16} />} onClick={() => void copyText(address, says)}>
              {t('displays.copy')}
            </Button>
            <Button component={Link} to={paths.displays(number)} replace variant="default">
              {t('apiKeys.kept')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </Page>
  )
}

interface NewDisplayFormProps {
  number: string
  done: (made: WithDisplaySecret) => void
}

function NewDisplayForm({ number, done }: NewDisplayFormProps) {
  const [, navigate] = useLocation()
  const list = paths.displays(number)
  const form = useMoneyForm({
    name: `new display of room ${number}`,
    intention: adding,
    initial: {
      name: '',
      language: currentLanguage(),
      shows_people: shownPeople[0] as (typeof shownPeople)[number],
      takes_payments: false,
    },
    validate: checkedBy(displays.create.body),
    send: (body, idempotencyKey) =>
      call(calls.displays.create, { params: { number }, body, idempotencyKey }),
    success: t('displays.created'),
    done,
    left: () => navigate(list, { replace: true }),
    seen: () => ({ to: list, label: t('displays.title') }),
    failed: showMoneyFailure(adding, t('displays.createFailed')),
  })
  return (
    <Page
      back={<BackLink to={list}>{t('displays.back')}</BackLink>}
      title={t('displays.add')}
      narrow
    >
      <CreateForm form={form} label={t('displays.add')} list={list}>
        <DisplayFields form={form} />
      </CreateForm>
    </Page>
  )
}
