import { currency } from '@coinless/contract/currency.ts'
import {
  defaultTopUpSettings,
  type TopUpSettings as Settings,
  topUps,
} from '@coinless/contract/top-ups.ts'
import { numberOf } from '@coinless/contract/typed-number.ts'
import { Alert, Card, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm, type Versioned } from '../../shared/forms/use-versioned-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { showAnswer } from '../../shared/queries/query-client.ts'
import { currentLocale, t } from '../../shared/texts/texts.ts'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { numberText } from '../../shared/ui/number-shown.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { useCardSettings } from './CardTab.tsx'

/** Lets an issuer allow holders to top up codes by card. */
export default function TopUpSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['top-up-settings'],
    queryFn: ({ signal }) => callWithVersion(calls.topUps.settings, { signal }),
  })
  useReturnOnFailure(error, t('topUps.settingsFailed'), paths.settings, data)
  const { data: cards } = useCardSettings()
  if (!data) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('topUps.settings')}
      narrow
    >
      <ProofNeeded why={t('proof.topUps')} />
      <SettingsForm
        saved={data}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
      {cards?.processor === 'off' && <Alert icon={<Info />}>{t('payments.cardsOff')}</Alert>}
    </Page>
  )
}

interface SettingsFormProps {
  saved: Versioned<Settings>
  loadAgain: () => Promise<Versioned<Settings> | undefined>
}

function SettingsForm({ saved, loadAgain }: SettingsFormProps) {
  const form = useVersionedForm({
    name: 'top-up settings',
    initial: inputOf(saved.thing),
    version: saved.version,
    validate,
    valuesOf: inputOf,
    send: (values, version) =>
      callWithVersion(calls.topUps.changeSettings, { query: { version }, body: bodyOf(values) }),
    loadAgain,
    success: t('topUps.saved'),
    done: (changed) => void showAnswer(['top-up-settings'], changed),
    failed: showFailure(t('topUps.saveFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} />
        <Stack>
          <Text size="sm">{t('topUps.settingsHint')}</Text>
          <Switch
            label={t('topUps.allow')}
            {...form.getInputProps('is_on', { type: 'checkbox' })}
          />
          <TextInput
            label={t('field.amounts')}
            description={amountsHint()}
            required
            autoComplete="off"
            {...form.getInputProps('amounts')}
          />
          <AmountField
            label={t('field.amount_max')}
            required
            {...form.getInputProps('amount_max')}
          />
          <AmountField
            label={t('field.balance_max')}
            required
            {...form.getInputProps('balance_max')}
          />
          <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} />
        </Stack>
      </Card>
    </form>
  )
}

interface Input extends Record<string, unknown> {
  is_on: boolean
  /** As typed: '5, 10, 20'. */
  amounts: string
  amount_max: number
  balance_max: number
}

function inputOf({ amounts, ...settings }: Settings): Input {
  return { ...settings, amounts: amountsText(amounts) }
}

function amountsHint(): string {
  return t('topUps.amountsHint', { amounts: amountsText(defaultTopUpSettings.amounts) })
}

function amountsText(amounts: number[]): string {
  const separator = hasDecimalComma() ? '; ' : ', '
  const shown = amounts.map((each) =>
    numberText(each, Number.isInteger(each) ? 0 : currency.decimals),
  )
  return shown.join(separator)
}

function bodyOf({ amounts, ...values }: Input) {
  const written = amounts.split(/[;,]\s+|[;\s]+/).filter((each) => each !== '')
  return { ...values, amounts: written.map(amountOf) }
}

/** Where decimals follow a point, '5,10' may be two amounts or one. */
function amountOf(written: string): number {
  const isUnclear = written.includes(',') && !hasDecimalComma()
  return isUnclear ? Number.NaN : Number(numberOf(written))
}

function hasDecimalComma(): boolean {
  return currentLocale().decimal === ','
}

const wrong = checkedBy(topUps.changeSettings.body)

function validate(values: Input): Record<string, string> {
  const found = Object.entries(wrong(bodyOf(values)))
  return Object.fromEntries(
    found.map(([field, sentence]) =>
      field.startsWith('amounts') ? ['amounts', amountsHint()] : [field, sentence],
    ),
  )
}
