import { reportKinds } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { Card, Input, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { z } from 'zod'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { isRefusal, showMoneyFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { label } from '../../shared/ui/formats.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { PhotoField } from './PhotoField.tsx'
import classes from './Reports.module.css'

type Body = z.input<typeof reports.create.body>

/** Needs two taps: the kind of fault, and 'Send'. */
export default function NewReport() {
  const [address] = useSearchParams()
  const device_id = address.get('device') ?? ''
  const payment_id = address.get('payment')
  const [, navigate] = useLocation()
  const { data: device, error } = useQuery({
    queryKey: ['devices', device_id],
    queryFn: ({ signal }) => call(calls.devices.get, { params: { id: device_id }, signal }),
  })
  // A payment can be reported even if its machine is no longer shown. Users without a connection stay, so that they
  // lose no text.
  const unknown = payment_id || !isRefusal(error) ? null : error
  useReturnOnFailure(unknown, t('devices.loadFailed'), paths.payments, device)
  const name = `report ${device_id}`
  const [isReading, setReading] = useState(false)
  const bodyOf = ({ kind, text, photo }: { kind: string; text: string; photo: string }) =>
    ({ device_id, payment_id, kind, text, photo: photo || null }) as Body
  const form = useMoneyForm({
    name,
    intention: name,
    initial: { kind: '', text: '', photo: '' },
    validate: (input): Record<string, string> =>
      input.kind ? checkedBy(reports.create.body)(bodyOf(input)) : { kind: t('reports.choose') },
    send: (input, idempotencyKey) =>
      call(calls.reports.create, { body: bodyOf(input), idempotencyKey }),
    objection: () =>
      isReading ? { fields: ['photo'], sentence: t('reports.photoNotReady') } : undefined,
    success: t('reports.sent'),
    leave: ({ id }) => navigate(paths.report(id), { replace: true }),
    seen: ({ id }) => ({ to: paths.report(id), label: t('reports.see') }),
    failed: showMoneyFailure(name, t('reports.sendFailed')),
  })
  return (
    <Page
      back={
        payment_id ? (
          <BackLink to={paths.transaction(payment_id)}>
            {t('transactions.backToTransaction')}
          </BackLink>
        ) : (
          device && <BackLink to={paths.device(device_id)}>{device.label}</BackLink>
        )
      }
      title={t('reports.wrong')}
      narrow
    >
      {device && (
        <Text fw={600}>{`${device.label} · ${device.device_number} · ${device.location}`}</Text>
      )}
      <Card withBorder>
        <form onSubmit={form.submit} noValidate>
          <Stack>
            <FormNotice form={form} />
            <Kinds {...form.getInputProps('kind')} />
            <TextInput
              label={t('reports.words')}
              maxLength={limits.reportTextMax}
              {...form.getInputProps('text')}
            />
            <PhotoField
              {...form.getInputProps('photo')}
              isReading={isReading}
              setReading={setReading}
            />
            <Text size="sm" c="dimmed">
              {t('reports.whoSees')}
            </Text>
            <FormButtons form={form} label={t('reports.send')} />
          </Stack>
        </form>
      </Card>
    </Page>
  )
}

interface KindsProps {
  value?: string
  error?: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function Kinds({ value, error, onChange, ...marks }: KindsProps) {
  const id = useId()
  return (
    <fieldset className={classes.kinds} aria-describedby={error && id}>
      <legend>{t('field.kind')}</legend>
      {reportKinds.map((kind) => (
        <label key={kind} className={classes.kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={value === kind}
            onChange={onChange}
            {...marks}
          />
          {label(kind)}
        </label>
      ))}
      {error && <Input.Error id={id}>{error}</Input.Error>}
    </fieldset>
  )
}
