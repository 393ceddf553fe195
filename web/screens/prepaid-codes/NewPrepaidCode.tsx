import { usual } from '@coinless/contract/coins.ts'
import { limits } from '@coinless/contract/limits.ts'
import { fromMinor } from '@coinless/contract/money.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Group, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { useUser } from '../../shared/account/auth-context.tsx'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { isTenant } from '../../shared/account/rights.ts'
import { useProofNeeded } from '../../shared/account/use-proof-needed.ts'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call, type IdempotencyKey } from '../../shared/calls/client.ts'
import { NoAnswer, NotSent, UnclearAnswer } from '../../shared/calls/connection.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { CreateForm } from '../../shared/forms/CreateForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, showMoneyFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { blankCustomer, CustomerEmailField, CustomerFields } from './CustomerFields.tsx'
import { customerFormNameOf } from './changeable-code.ts'
import { endOfDay } from './expiry.ts'

/** The expiry is typed as a day. */
type CodeInput = Omit<z.input<typeof prepaidCodes.create.body>, 'expires_at'> & { lastDay: string }

const blank: CodeInput = {
  code: '',
  balance: usual.balance,
  ...blankCustomer,
  landlord_email: '',
  disabled: false,
  lastDay: '',
  mail_customer: false,
}

function bodyOf({ lastDay, mail_customer, ...code }: CodeInput) {
  const mailed = mail_customer && code.customer_email?.trim() ? { mail_customer } : {}
  return { ...code, ...mailed, expires_at: endOfDay(lastDay) }
}

/** If generating the text failed, nothing was issued, so the outcome is never reported as unknown. */
async function generatedCode(): Promise<string> {
  try {
    return (await call(calls.prepaidCodes.generate)).code
  } catch (error) {
    if (error instanceof UnclearAnswer) throw new ApiError(200, t('prepaidCodes.generateFailed'))
    throw error instanceof NoAnswer ? new NotSent(undefined, { cause: error }) : error
  }
}

/** The intention (idempotency-key.ts). */
const issuing = 'issue code'

/** Placeholder for a code that the server will generate. */
const anyCode = 'generated'

/** The text is worth money. */
const secrets = ['code'] as const

/** Issues a code, and generates its text if none was typed. */
function useIssueForm(failed: (error: unknown) => void) {
  const [, navigate] = useLocation()
  /** A wallet shows no code that was only issued. */
  const list = isTenant(useUser()) ? paths.codeTable : paths.prepaidCodes
  const generated = useRef({ key: '', code: '' })
  /** The same code for each retry. */
  async function generatedFor(key: IdempotencyKey) {
    if (generated.current.key !== key) generated.current = { key, code: await generatedCode() }
    return generated.current.code
  }
  return useMoneyForm<CodeInput, PrepaidCode>({
    name: 'new prepaid code',
    intention: issuing,
    initial: blank,
    secrets,
    validate: (values) =>
      checkedBy(prepaidCodes.create.body)(
        bodyOf({ ...values, code: values.code.trim() || anyCode }),
      ),
    send: async (values, idempotencyKey) => {
      const code = values.code.trim() || (await generatedFor(idempotencyKey))
      const body = bodyOf({ ...values, code })
      return call(calls.prepaidCodes.create, { body, idempotencyKey })
    },
    saved: ({ id, code }, sent) => ({
      now: { ...sent, code },
      restGoesTo: [customerFormNameOf(id)],
    }),
    success: t('prepaidCodes.created'),
    leave: () => navigate(list, { replace: true }),
    stay: ({ id }) => navigate(paths.prepaidCode(id), { replace: true }),
    left: () => navigate(list, { replace: true }),
    failed,
    seen: ({ id }) => ({ to: paths.prepaidCode(id), label: t('prepaidCodes.view') }),
  })
}

/** Fills in a generated text, unless the user has typed since. */
function useGeneration(form: UseFormReturnType<CodeInput>) {
  return useMutation({
    mutationFn: (_before: string) => call(calls.prepaidCodes.generate),
    onSuccess: ({ code }, before) => {
      if (form.getValues().code !== before) return
      form.setFieldValue('code', code)
      showSuccess(t('prepaidCodes.generated'))
    },
    onError: showFailure(t('prepaidCodes.generateFailed')),
  })
}

export default function NewPrepaidCode() {
  const proof = useProofNeeded(showMoneyFailure(issuing, t('prepaidCodes.createFailed')))
  const form = useIssueForm(proof.failed)
  const generation = useGeneration(form)
  return (
    <Page
      back={<BackLink to={paths.prepaidCodes}>{t('prepaidCodes.back')}</BackLink>}
      title={t('prepaidCodes.createTitle')}
      narrow
    >
      {proof.why && <ProofNeeded why={proof.why} />}
      <CreateForm form={form} label={t('prepaidCodes.create')} list={paths.prepaidCodes}>
        <Group align="end" mb="md" wrap="nowrap">
          <TextInput
            label={t('field.code')}
            placeholder={t('prepaidCodes.autoGenerated')}
            autoComplete="off"
            maxLength={limits.codeMax}
            readOnly={form.isSaving}
            flex={1}
            {...form.getInputProps('code')}
          />
          <BusyButton
            variant="default"
            disabled={form.isSaving}
            isBusy={generation.isPending}
            onClick={() => generation.mutate(form.getValues().code)}
          >
            {t('prepaidCodes.generate')}
          </BusyButton>
        </Group>
        <CodeFields form={form} isSent={form.isSaving} />
        <Switch
          mt="md"
          label={t('field.mail_customer')}
          description={t('prepaidCodes.mailCustomerHint')}
          disabled={form.isSaving || !form.values.customer_email?.trim()}
          {...form.getInputProps('mail_customer', { type: 'checkbox' })}
        />
        <Switch
          label={t('words.disabled')}
          mt="md"
          disabled={form.isSaving}
          {...form.getInputProps('disabled', { type: 'checkbox' })}
        />
      </CreateForm>
    </Page>
  )
}

interface CodeFieldsProps {
  form: UseFormReturnType<CodeInput>
  isSent: boolean
}

/** While a code is being sent, fields that cannot be changed later are read-only. */
function CodeFields({ form, isSent }: CodeFieldsProps) {
  const input = form.getInputProps
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <AmountField
        label={t('field.balance')}
        required
        min={0}
        max={fromMinor(limits.balanceMax)}
        readOnly={isSent}
        {...input('balance')}
      />
      <CustomerEmailField input={input} />
      <AddressInput
        label={t('field.landlord_email')}
        readOnly={isSent}
        {...input('landlord_email')}
      />
      <CustomerFields input={input} />
      <TextInput
        label={t('prepaidCodes.lastDay')}
        type="date"
        readOnly={isSent}
        {...input('lastDay')}
      />
    </SimpleGrid>
  )
}
