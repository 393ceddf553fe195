import type { CodeChoice } from '@coinless/contract/payments.ts'
import { Button, Stack, Switch, Text } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { ApiError, call } from '../../shared/calls/client.ts'
import { CodeField } from '../../shared/codes/CodeField.tsx'
import { groupedCode } from '../../shared/codes/grouped-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedToBeThere } from '../../shared/ui/check-there.ts'
import { CodeChoices } from './CodeChoices.tsx'
import { NextStep } from './NextStep.tsx'
import { PayButton } from './PayButton.tsx'
import { TopUpLink } from './TopUpLink.tsx'
import { type Choices, useCodeChoices } from './use-code-choices.ts'
import { type PaymentProps, usePayment } from './use-payment.tsx'
import { useScannedCode } from './use-scanned-code.ts'

const codeForm = {
  name: 'payment',
  initial: { prepaid_code: '' },
  /** The text is worth money. */
  secrets: ['prepaid_code'] as const,
}
const checkText = checkedToBeThere('prepaid_code')

interface Refused {
  /** undefined: the text was typed. */
  choice: CodeChoice | undefined
  sentence: string
  /** Whether its balance is too low. */
  isShort: boolean
}

interface PrepaidFormProps extends PaymentProps {
  /** undefined: cards are not accepted. */
  payByCard: (() => void) | undefined
}

export function PrepaidForm({ payByCard, ...props }: PrepaidFormProps) {
  const { device } = props
  const { form, choices, input, refused, keepSwitch } = usePrepaidPayment(props)
  const { all, chosen, wanted, isWantedRefused } = choices
  /** Others are folded, so that the button is on the first screen of a phone. */
  const [isWhole, setWhole] = useState(false)
  const first = chosen ?? all[0]
  const shown = isWhole ? all : all.filter((code) => code === first || code.id === wanted)
  const more = all.length - shown.length
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {isWantedRefused && <Text size="sm">{t('payments.codeElsewhere')}</Text>}
        {shown.length > 0 && <CodeChoices choices={choices} shown={shown} deviceId={device?.id} />}
        {more > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t('payments.moreCodes', { count: more })}
          </Button>
        )}
        <CodeField
          required={!chosen}
          isRefused={refused !== undefined && !refused.choice}
          input={input}
        />
        {!chosen && <Switch label={t('payments.keepCode')} {...keepSwitch} />}
        {refused && (
          <NextStep
            sentence={refused.sentence}
            runBy={device?.run_by ?? undefined}
            other={choices.sufficient.find(({ id }) => id !== refused.choice?.id)}
            take={choices.choose}
            payByCard={payByCard}
            topUp={<TopUpOf code={shortOf(refused, all, input.value)} form={form} {...props} />}
          />
        )}
        <PayButton
          {...props}
          isBusy={form.isSaving}
          label={t('payments.payPrepaid')}
          refused={form.refused}
          belowSwitch={!chosen}
        />
      </Stack>
    </form>
  )
}

/** The form of a payment by code, chosen or typed; choosing and typing clear a refusal. */
function usePrepaidPayment(props: PaymentProps) {
  const choices = useCodeChoices(props.device)
  const { chosen, chooseTyped, startAfresh } = choices
  const [isToKeep, setToKeep] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const form = usePayment(
    {
      ...props,
      onPaid: (...paid) => {
        setToKeep(false)
        startAfresh()
        props.onPaid(...paid)
      },
    },
    { ...codeForm, ...rulesWith(choices) },
    (terms, { prepaid_code }, idempotencyKey) => {
      setRefused(undefined)
      if (chosen) {
        const params = { id: chosen.id }
        return call(calls.payments.chosenCode, { params, body: terms, idempotencyKey })
      }
      const body = { ...terms, prepaid_code, ...(isToKeep && { keep_code: true }) }
      return call(calls.payments.prepaid, { body, idempotencyKey })
    },
    (error) => {
      if (!(error instanceof ApiError && error.code?.startsWith('code_'))) return
      const isShort = error.code === 'code_balance_too_low'
      setRefused({ choice: chosen, sentence: error.message, isShort })
    },
  )
  const input = form.getInputProps('prepaid_code')
  const type = (typed: string) => {
    if (typed !== input.value) {
      setRefused(undefined)
      if (typed !== '') chooseTyped()
    }
    input.onChange(typed)
  }
  useScannedCode((code) => type(groupedCode(code)))
  const choose = (code: CodeChoice) => {
    setRefused(undefined)
    form.clearFieldError('prepaid_code')
    choices.choose(code)
  }
  return {
    form,
    choices: { ...choices, choose },
    input: { ...input, onChange: type },
    refused,
    keepSwitch: {
      checked: isToKeep,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        setToKeep(currentTarget.checked),
    },
  }
}

/** Until the codes have loaded, one of them may be able to pay without typing. */
function rulesWith({ chosen, isLoading }: Choices) {
  const isTooEarly = ({ prepaid_code }: typeof codeForm.initial) => isLoading && !prepaid_code
  return {
    validate: (typed: typeof codeForm.initial) =>
      chosen || isTooEarly(typed) ? {} : checkText(typed),
    objection: (typed: typeof codeForm.initial) =>
      isTooEarly(typed) ? { fields: [], sentence: t('payments.codesLoading') } : undefined,
  }
}

interface TopUpOfProps extends Pick<PaymentProps, 'device'> {
  code: CodeChoice | undefined
  form: { startAfresh: () => void }
}

/** From then on the code is chosen, not typed. */
function TopUpOf({ code, form, device }: TopUpOfProps) {
  if (!code?.may_top_up) return null
  return <TopUpLink codeId={code.id} deviceId={device?.id} onClick={() => form.startAfresh()} />
}

/** A typed text may match another code with the same ending: the top-up page names the code before anything is paid. */
function shortOf({ choice, isShort }: Refused, all: readonly CodeChoice[], typed: string) {
  if (!isShort) return undefined
  if (choice) return all.find(({ id }) => id === choice.id)
  const text = typed.trim().toUpperCase()
  return all.find(({ ending, suffices }) => !suffices && text.endsWith(ending.toUpperCase()))
}
