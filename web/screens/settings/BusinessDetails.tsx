import type { BusinessDetails as Details } from '@coinless/contract/business-details.ts'
import { taxDues } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { looksMistyped } from '@coinless/contract/tax-ids.ts'
import { Card, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { BusinessVersions } from './BusinessVersions.tsx'
import { bodyOf, inputOf, labels, rateFields, taxDueTexts, validate } from './business-input.ts'

/** What the receipts of a landlord say about the seller, and tax. */
export default function BusinessDetails() {
  const { data, error, refetch } = useQuery({
    queryKey: ['business-details'],
    queryFn: ({ signal }) => callWithVersion(calls.businessDetails.get, { signal }),
  })
  useReturnOnFailure(error, t('business.loadFailed'), paths.settings, data)
  if (!data) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.settings}>{t('settings.back')}</BackLink>}
      title={t('business.title')}
      narrow
    >
      <ProofNeeded why={t('proof.business')} />
      <BusinessVersions details={data.thing} />
      <BusinessForm
        saved={data}
        loadAgain={async () => (await refetch({ throwOnError: true })).data}
      />
    </Page>
  )
}

interface BusinessFormProps {
  saved: Versioned<Details>
  loadAgain: () => Promise<Versioned<Details> | undefined>
}

function BusinessForm({ saved, loadAgain }: BusinessFormProps) {
  const form = useVersionedForm({
    name: 'business details',
    initial: inputOf(saved.thing),
    version: saved.version,
    validate,
    valuesOf: inputOf,
    send: (values, version) =>
      callWithVersion(calls.businessDetails.save, { query: { version }, body: bodyOf(values) }),
    loadAgain,
    success: t('business.saved'),
    done: (changed) => void showAnswer(['business-details'], changed),
    failed: showFailure(t('business.saveFailed')),
  })
  const input = form.getInputProps
  const rate = { decimals: limits.taxRateDecimals, rightSection: currentLocale().percent.trim() }
  const isOdd = looksMistyped(form.values.tax_id)
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} labels={labels()} />
        <Stack>
          <Text size="sm">{t('business.hint')}</Text>
          <TextInput
            label={t('field.name')}
            required
            maxLength={limits.nameMax}
            autoComplete="organization"
            {...input('name')}
          />
          <Textarea
            label={t('field.address')}
            required
            autosize
            minRows={3}
            maxLength={limits.businessAddressMax}
            autoComplete="street-address"
            {...input('address')}
          />
          <TextInput
            label={t('field.tax_id')}
            maxLength={limits.taxIdMax}
            autoComplete="off"
            description={<span aria-live="polite">{isOdd && t('business.oddTaxId')}</span>}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...input('tax_id')}
          />
          <NumberField
            label={t('field.tax_rate')}
            description={t('business.rateHint')}
            {...rate}
            {...input('tax_rate')}
          />
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" size="sm" fw={500} mb="xs">
              {t('business.otherRates')}
            </Text>
            <SimpleGrid cols={{ base: 2, xs: 3 }}>
              {rateFields().map(({ name, label }) => (
                <NumberField key={name} label={label} {...rate} {...input(name)} />
              ))}
            </SimpleGrid>
          </fieldset>
          <NativeSelect
            label={t('field.tax_due')}
            description={t(taxDueTexts[form.values.tax_due].about)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={taxDues.map((due) => ({ value: due, label: t(taxDueTexts[due].label) }))}
            {...input('tax_due')}
          />
          <TextInput
            label={t('field.effective_from')}
            type="date"
            required
            {...input('effective_from')}
          />
          <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} />
        </Stack>
      </Card>
    </form>
  )
}
