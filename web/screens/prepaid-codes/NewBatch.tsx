import { usual } from '@coinless/contract/coins.ts'
import { limits } from '@coinless/contract/limits.ts'
import { fromMinor } from '@coinless/contract/money.ts'
import {
  type CodeBatch,
  type NewBatch as NewBatchBody,
  prepaidCodeBatches,
} from '@coinless/contract/prepaid-code-batches.ts'
import { Group, SimpleGrid, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useLocation } from 'wouter'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { useProofNeeded } from '../../shared/account/use-proof-needed.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { CreateForm } from '../../shared/forms/CreateForm.tsx'
import { useMoneyForm } from '../../shared/forms/use-money-form.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showMoneyFailure } from '../../shared/queries/failures.ts'
import { currentFieldTexts, fieldName, t } from '../../shared/texts/texts.ts'
import { AddressInput } from '../../shared/ui/AddressInput.tsx'
import { AmountField } from '../../shared/ui/AmountField.tsx'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { money, number } from '../../shared/ui/formats.ts'
import { NumberField } from '../../shared/ui/NumberField.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { type CustomerList, customersIn } from './customer-list.ts'
import { endOfDay } from './expiry.ts'
import { ListUpload } from './ListUpload.tsx'

type BatchInput = {
  list: string
  /** Used if there is no list. */
  codes: number | string
  balance: number
  landlord_email: string
  location: string
  tag: string
  /** The expiry is typed as a day. */
  lastDay: string
  mail_customers: boolean
}

const blank: BatchInput = {
  ...{ list: '', codes: '', balance: usual.balance, landlord_email: '', location: '', tag: '' },
  lastDay: '',
  mail_customers: false,
}

const issuing = 'issue batch of codes'
/** Number of errors shown at once; more follow once these are fixed. */
const faultsShown = 5

let last: { list: string; found: CustomerList } | undefined

/** Parses thousands of lines once for all callers. */
function read(list: string): CustomerList {
  if (last?.list !== list) last = { list, found: customersIn(list, currentFieldTexts(), fieldName) }
  return last.found
}

function withAddress(people: CustomerList['people']): number {
  return people.filter(({ customer_email }) => customer_email).length
}

function bodyOf({ list, codes, lastDay, mail_customers, ...facts }: BatchInput): NewBatchBody {
  const { people } = read(list)
  const mailed = mail_customers && withAddress(people) > 0 && { mail_customers }
  const whom = list.trim() ? { customers: people } : { codes: codes === '' ? 0 : codes }
  return { ...facts, ...whom, ...mailed, expires_at: endOfDay(lastDay) } as NewBatchBody
}

function problemsOf(values: BatchInput): Record<string, string> {
  const { people, faults } = read(values.list)
  const tooMany = people.length > limits.batchCodes
  const ofList = tooMany
    ? [t('batches.tooMany', { lines: number(people.length), max: number(limits.batchCodes) })]
    : faults
  const more = ofList.length - faultsShown
  const said = ofList.slice(0, faultsShown)
  if (more > 0) said.push(t('batches.moreFaults', { count: more }))
  const ofOthers = checkedBy(prepaidCodeBatches.create.body)({
    ...bodyOf(values),
    ...(values.list.trim() && { customers: [{ customer_name: 'A' }] }),
  })
  return { ...ofOthers, ...(said.length > 0 && { list: said.join('\n') }) }
}

function useBatchForm(failed: (error: unknown) => void) {
  const [, navigate] = useLocation()
  return useMoneyForm<BatchInput, CodeBatch>({
    name: 'new batch of codes',
    intention: issuing,
    initial: blank,
    validate: problemsOf,
    send: (values, idempotencyKey) =>
      call(calls.prepaidCodeBatches.create, { body: bodyOf(values), idempotencyKey }),
    success: t('batches.created'),
    leave: ({ id }) => navigate(paths.codeBatch(id), { replace: true }),
    stay: ({ id }) => navigate(paths.codeBatch(id), { replace: true }),
    left: () => navigate(paths.codeBatches, { replace: true }),
    failed,
    seen: ({ id }) => ({ to: paths.codeBatch(id), label: t('batches.view') }),
  })
}

export default function NewBatch() {
  const proof = useProofNeeded(showMoneyFailure(issuing, t('batches.createFailed')))
  const form = useBatchForm(proof.failed)
  const input = form.getInputProps
  const { list, codes, balance } = form.values
  const { people } = read(list)
  const count = list.trim() ? people.length : Number(codes) || 0
  const label =
    count > 0
      ? t('batches.issue', { count, total: money(count * (Number(balance) || 0)) })
      : t('batches.create')
  return (
    <Page
      back={<BackLink to={paths.codeBatches}>{t('batches.back')}</BackLink>}
      title={t('batches.createTitle')}
      narrow
    >
      {proof.why && <ProofNeeded why={proof.why} />}
      <CreateForm form={form} label={label} list={paths.codeBatches}>
        <Textarea
          label={t('batches.list')}
          description={t('batches.listHint')}
          rows={8}
          readOnly={form.isSaving}
          errorProps={{ style: { whiteSpace: 'pre-line' } }}
          {...input('list')}
        />
        <Group my="sm">
          <ListUpload take={(list) => form.setFieldValue('list', list)} />
          <Text size="sm" c="dimmed" aria-live="polite">
            {list.trim() ? t('batches.people', { count: people.length }) : ''}
          </Text>
        </Group>
        <BatchFields form={form} />
        <MailTick form={form} addresses={withAddress(people)} />
        {form.isSaving && (
          <progress style={{ width: '100%' }} aria-label={t('batches.issuing', { count })} />
        )}
      </CreateForm>
    </Page>
  )
}

type BatchForm = UseFormReturnType<BatchInput> & { isSaving: boolean }

function BatchFields({ form }: { form: BatchForm }) {
  const input = form.getInputProps
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {!form.values.list.trim() && (
        <NumberField
          label={t('batches.howMany')}
          required
          min={1}
          max={limits.batchCodes}
          readOnly={form.isSaving}
          {...input('codes')}
        />
      )}
      <AmountField
        label={t('batches.each')}
        required
        min={0}
        max={fromMinor(limits.balanceMax)}
        readOnly={form.isSaving}
        {...input('balance')}
      />
      <TextInput label={t('field.tag')} maxLength={limits.tagMax} {...input('tag')} />
      <TextInput
        label={t('field.location')}
        maxLength={limits.locationMax}
        {...input('location')}
      />
      <AddressInput label={t('field.landlord_email')} {...input('landlord_email')} />
      <TextInput label={t('prepaidCodes.lastDay')} type="date" {...input('lastDay')} />
    </SimpleGrid>
  )
}

interface MailTickProps {
  form: BatchForm
  addresses: number
}

/** Off by default, because many hand out cards. */
function MailTick({ form, addresses }: MailTickProps) {
  if (addresses === 0) return null
  return (
    <Switch
      mt="md"
      label={t('batches.mailCustomers', { count: addresses })}
      description={t('batches.mailCustomersHint')}
      disabled={form.isSaving}
      {...form.getInputProps('mail_customers', { type: 'checkbox' })}
    />
  )
}
