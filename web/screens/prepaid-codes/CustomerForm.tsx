import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm } from '../../shared/forms/use-versioned-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { blankCustomer, CustomerEmailField, CustomerFields } from './CustomerFields.tsx'
import { type ChangeableCode, customerFormNameOf } from './changeable-code.ts'

type CustomerInput = typeof blankCustomer

/** The customer of the code: cards change hands, and addresses may be mistyped. */
export function CustomerForm({ code, version, loadAgain }: ChangeableCode) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: customerFormNameOf(code.id),
    initial: inputOf(code),
    version,
    validate: checkedBy(prepaidCodes.changeCustomer.body),
    valuesOf: inputOf,
    send: (body, ofVersion) =>
      callWithVersion(calls.prepaidCodes.changeCustomer, {
        params: { id: code.id },
        query: { version: ofVersion },
        body,
      }),
    loadAgain,
    success: t('prepaidCodes.customerChanged'),
    done: () => queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
    failed: showFailure(t('prepaidCodes.customerFailed')),
  })
  return (
    <form aria-labelledby={titleId} onSubmit={form.submit} noValidate>
      <Card withBorder>
        <Title order={2} size="h4" id={titleId}>
          {t('heading.customer')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {t('prepaidCodes.customerHint')}
        </Text>
        <FormNotice form={form} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <CustomerEmailField input={form.getInputProps} />
          <CustomerFields input={form.getInputProps} />
        </SimpleGrid>
        <FormButtons
          form={form}
          label={t('prepaidCodes.saveCustomer')}
          isDisabled={!form.isChanged}
          mt="md"
        />
      </Card>
    </form>
  )
}

function inputOf(code: PrepaidCode): CustomerInput {
  const fields = Object.keys(blankCustomer) as (keyof CustomerInput)[]
  return Object.fromEntries(fields.map((field) => [field, code[field] ?? ''])) as CustomerInput
}
