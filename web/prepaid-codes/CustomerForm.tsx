import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { calls } from '../api/calls.ts'
import { callWithVersion, fieldErrorsOf, isOutdated } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { FormNotice } from '../ui/FormNotice.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { showSuccess } from '../ui/toasts.ts'
import { blankCustomer, CustomerEmailField, CustomerFields } from './CustomerFields.tsx'
import { type ChangeableCode, customerFormNameOf } from './changeable-code.ts'

type CustomerInput = typeof blankCustomer

/** Whom the code is for: a card is handed on, or an address was mistyped. */
export function CustomerForm({ code, version, loadAgain }: ChangeableCode) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const form = useKeptForm<CustomerInput>({
    name: customerFormNameOf(code.id),
    initial: inputOf(code),
    version,
    validate: checkedBy(prepaidCodes.changeCustomer.body),
  })
  const change = useMutation({
    mutationFn: (body: CustomerInput) =>
      callWithVersion(calls.prepaidCodes.changeCustomer, {
        params: { id: code.id },
        query: { version: form.version },
        body,
      }),
    onSuccess: async ({ thing: changed, version: ofVersion }, sent) => {
      showSuccess(t('prepaidCodes.customerChanged'))
      form.saved(sent, { now: inputOf(changed), version: ofVersion })
      await queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: async (error) => {
      const latest = isOutdated(error) && (await loadAgain())
      if (latest) return form.compareWith(inputOf(latest.thing), latest.version)
      form.showErrors(fieldErrorsOf(error))
      showFailure(t('prepaidCodes.customerFailed'))(error)
    },
  })
  return (
    <form
      aria-labelledby={titleId}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      noValidate
    >
      <Card withBorder>
        <Title order={2} size="h4" id={titleId}>
          {t('field.customer')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {t('prepaidCodes.customerHint')}
        </Text>
        <FormNotice form={form} labels={labels()} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <CustomerEmailField input={form.getInputProps} />
          <CustomerFields input={form.getInputProps} />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!form.isChanged} loading={change.isPending}>
            {t('prepaidCodes.saveCustomer')}
          </Button>
        </Group>
      </Card>
    </form>
  )
}

function inputOf(code: PrepaidCode): CustomerInput {
  const fields = Object.keys(blankCustomer) as (keyof CustomerInput)[]
  return Object.fromEntries(fields.map((field) => [field, code[field] ?? ''])) as CustomerInput
}

function labels(): Record<keyof CustomerInput, string> {
  return {
    customer_email: t('field.customerEmail'),
    customer_name: t('field.customerName'),
    phone_number: t('field.phoneNumber'),
    location: t('field.location'),
  }
}
