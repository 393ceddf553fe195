import { controllerDrivers } from '@coinless/contract/choices.ts'
import { controllers, type WithCredential } from '@coinless/contract/controllers.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, Card, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
import { checkedBy } from '../../shared/ui/form-check.ts'
import { options } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { Credential } from './Credential.tsx'
import { driversQuery } from './controller-queries.ts'

const blank = { name: '', driver: 'coinless' as (typeof controllerDrivers)[number] }

/** Intention for idempotency-key.ts. */
const adding = 'add controller'

export default function NewController() {
  const [made, setMade] = useState<WithCredential>()
  return made ? <Made controller={made} /> : <NewControllerForm done={setMade} />
}

function Made({ controller }: { controller: WithCredential }) {
  useEffect(focusMain, [])
  return (
    <Page
      back={<BackLink to={paths.controllers}>{t('controllers.back')}</BackLink>}
      title={controller.name}
      tabTitle={t('controllers.add')}
      narrow
    >
      <Card withBorder>
        <Credential controller={controller} />
        <Button component={Link} to={paths.controller(controller.id)} replace mt="md">
          {t(controller.driver === 'simulated' ? 'controllers.goToIt' : 'controllers.typedIn')}
        </Button>
      </Card>
    </Page>
  )
}

function NewControllerForm({ done }: { done: (made: WithCredential) => void }) {
  const [, navigate] = useLocation()
  const { data: offered, error } = useQuery(driversQuery)
  const form = useMoneyForm({
    name: 'new controller',
    intention: adding,
    initial: blank,
    validate: checkedBy(controllers.create.body),
    send: (body, idempotencyKey) => call(calls.controllers.create, { body, idempotencyKey }),
    success: t('controllers.created'),
    done,
    left: () => navigate(paths.controllers, { replace: true }),
    seen: ({ id }) => ({ to: paths.controller(id), label: t('controllers.goToIt') }),
    failed: showMoneyFailure(adding, t('controllers.createFailed')),
  })
  const drivers = controllerDrivers.filter(
    (driver) =>
      driver !== 'mqtt' ||
      driver === form.values.driver ||
      (offered ? offered.data.includes(driver) : error),
  )
  return (
    <Page
      back={<BackLink to={paths.controllers}>{t('controllers.back')}</BackLink>}
      title={t('controllers.add')}
      narrow
    >
      <CreateForm form={form} label={t('controllers.add')} list={paths.controllers}>
        <Stack>
          <TextInput
            label={t('field.name')}
            placeholder={t('controllers.nameExample')}
            required
            maxLength={limits.nameMax}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={t('field.driver')}
            data={options(drivers)}
            {...form.getInputProps('driver')}
          />
          <Text size="sm" c="dimmed">
            {t(`controllers.about.${form.values.driver}`)}
          </Text>
        </Stack>
      </CreateForm>
    </Page>
  )
}
