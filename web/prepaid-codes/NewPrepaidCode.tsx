import { limits } from '@coinless/contract/limits.ts'
import { defaultBalance, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Button, Card, Group, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { call, fieldErrorsOf } from '../api.ts'
import { showFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { checkedBy } from '../ui/form-check.ts'
import { Page } from '../ui/Page.tsx'
import { showSuccess } from '../ui/toasts.ts'

type CodeInput = z.input<typeof prepaidCodes.create.body>

const blank: CodeInput = {
  code: '',
  balance: defaultBalance,
  customer_email: '',
  landlord_email: '',
  customer_name: '',
  phone_number: '',
  location: '',
  disabled: false,
}

/** Stands in for a code that the server is going to generate. */
const anyCode = 'generated'

export default function NewPrepaidCode() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm<CodeInput>({
    initialValues: blank,
    validate: (values) =>
      checkedBy(prepaidCodes.create.body)({ ...values, code: values.code.trim() || anyCode }),
  })
  const generation = useMutation({
    mutationFn: () => call(prepaidCodes.generate),
    onSuccess: ({ code }) => {
      form.setFieldValue('code', code)
      showSuccess('Code generated successfully')
    },
    onError: showFailure('Failed to generate code'),
  })
  const creation = useMutation({
    mutationFn: async (values: CodeInput) => {
      const code = values.code.trim() || (await call(prepaidCodes.generate)).code
      return call(prepaidCodes.create, { body: { ...values, code } })
    },
    onSuccess: async () => {
      showSuccess('Prepaid code created successfully')
      await queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
      await navigate(paths.prepaidCodes)
    },
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error))
      showFailure('Failed to create prepaid code')(error)
    },
  })

  return (
    <Page title="Create Prepaid Code" narrow>
      <form onSubmit={form.onSubmit((values) => creation.mutate(values))} noValidate>
        <Card withBorder>
          <Group align="end" mb="md" wrap="nowrap">
            <TextInput
              label="Code"
              placeholder="Auto-generated"
              autoComplete="off"
              maxLength={limits.codeMax}
              flex={1}
              {...form.getInputProps('code')}
            />
            <Button
              variant="default"
              loading={generation.isPending}
              onClick={() => generation.mutate()}
            >
              Generate
            </Button>
          </Group>
          <CodeFields form={form} />
          <Switch
            label="Disabled"
            mt="md"
            {...form.getInputProps('disabled', { type: 'checkbox' })}
          />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => navigate(paths.prepaidCodes)}>
              Cancel
            </Button>
            <Button type="submit" loading={creation.isPending}>
              Create Code
            </Button>
          </Group>
        </Card>
      </form>
    </Page>
  )
}

function CodeFields({ form }: { form: UseFormReturnType<CodeInput> }) {
  const input = form.getInputProps
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NumberInput
        label="Balance"
        required
        prefix="$"
        min={0}
        max={limits.balanceDollarsMax}
        decimalScale={2}
        {...input('balance')}
      />
      <TextInput
        label="Customer Email"
        type="email"
        maxLength={limits.emailMax}
        {...input('customer_email')}
      />
      <TextInput
        label="Landlord Email"
        type="email"
        maxLength={limits.emailMax}
        {...input('landlord_email')}
      />
      <TextInput label="Customer Name" maxLength={limits.nameMax} {...input('customer_name')} />
      <TextInput
        label="Phone Number"
        type="tel"
        maxLength={limits.phoneMax}
        {...input('phone_number')}
      />
      <TextInput label="Location" maxLength={limits.locationMax} {...input('location')} />
    </SimpleGrid>
  )
}
