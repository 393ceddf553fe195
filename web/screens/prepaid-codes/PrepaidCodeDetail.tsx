import { isAdmin } from '@coinless/contract/permissions.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Card, Group, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff, may, mayUse } from '../../shared/account/rights.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, callWithVersion } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { useVersionedForm } from '../../shared/forms/use-versioned-form.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure, useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { longDate, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { BalanceActions } from './BalanceActions.tsx'
import { CodeHistory } from './CodeHistory.tsx'
import { CustomerForm } from './CustomerForm.tsx'
import type { ChangeableCode } from './changeable-code.ts'
import { ExpiryButton } from './ExpiryButton.tsx'
import { statusOf } from './expiry.ts'
import { TopUpLink, useTopUpOffer } from './TopUpLink.tsx'
import { useCodeDeletion } from './use-code-deletion.ts'

/** Only for admins. */
const UserLink = lazy(() => awaited(() => import('../../shared/account/UserLink.tsx')))

export default function PrepaidCodeDetail() {
  const user = useUser()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['prepaid-codes', id],
    queryFn: ({ signal }) => callWithVersion(calls.prepaidCodes.get, { params: { id }, signal }),
  })
  const code = data?.thing
  const offer = useTopUpOffer(id, !isStaff(user))
  useReturnOnFailure(error, t('prepaidCodes.loadFailed'), paths.prepaidCodes, code)
  // Waits for the offer, because a button that appears later would move others under a finger.
  if (!code || offer.isLoading) return <Loading />
  const changeable = {
    code,
    version: data.version,
    loadAgain: async () => (await refetch({ throwOnError: true })).data,
  }
  const isChangeable = may(user, 'change prepaid code', code)
  return (
    <Page
      back={!user.is_guest && <BackLink to={paths.prepaidCodes}>{t('prepaidCodes.back')}</BackLink>}
      title={t('prepaidCodes.detail')}
      actions={
        <>
          <StatusBadge status={statusOf(code)} />
          {offer.data?.is_offered && <TopUpLink codeId={id} />}
        </>
      }
      narrow
    >
      {isChangeable && <CodeForm {...changeable} />}
      <FieldList
        fields={[
          ...(isChangeable ? [] : [[t('field.code'), code.code] satisfies [string, string]]),
          [t('field.id'), code.id],
          [t('field.balance'), money(code.balance)],
          [t('heading.remaining'), money(code.remaining_balance)],
          [t('heading.createdAt'), longDate(code.created_at)],
          ...optionalFields(code),
          ...issuerField(code, isAdmin(user)),
          ...(isChangeable ? [] : customerFields(code)),
        ]}
      />
      {isChangeable && (
        <>
          <CodeActions {...changeable} />
          <CustomerForm {...changeable} />
        </>
      )}
      <CodeHistory codeId={id} />
    </Page>
  )
}

function optionalFields(code: PrepaidCode) {
  return filled([
    [t('heading.expiresAt'), code.expires_at && longDate(code.expires_at)],
    [t('field.landlord_email'), code.landlord_email],
  ])
}

/** Admins also see the email address. */
function issuerField({ user_id }: PrepaidCode, isForAdmin: boolean): [string, ReactNode][] {
  if (!user_id) return []
  if (!isForAdmin) return [[t('field.user_id'), user_id]]
  return [
    [
      t('field.user_id'),
      <Suspense key="issuer" fallback={user_id}>
        {user_id}
        <UserLink id={user_id} />
      </Suspense>,
    ],
  ]
}

function customerFields(code: PrepaidCode) {
  return filled([
    [t('field.customer_email'), code.customer_email],
    [t('field.customer_name'), code.customer_name],
    [t('field.phone_number'), code.phone_number],
    [t('field.location'), code.location],
    [t('field.tag'), code.tag],
  ])
}

function filled(fields: [string, string | null][]): [string, string][] {
  return fields.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The text is worth money. */
const secrets = ['code'] as const

function CodeForm({ code, version, loadAgain }: ChangeableCode) {
  const queryClient = useQueryClient()
  const form = useVersionedForm({
    name: `prepaid code ${code.id}`,
    initial: inputOf(code),
    version,
    secrets,
    validate: checkedBy(prepaidCodes.rename.body),
    valuesOf: inputOf,
    send: (body, ofVersion) =>
      callWithVersion(calls.prepaidCodes.rename, {
        params: { id: code.id },
        query: { version: ofVersion },
        body,
      }),
    loadAgain,
    success: t('prepaidCodes.updated'),
    done: () => queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
    failed: showFailure(t('prepaidCodes.updateFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <FormNotice form={form} />
        <TextInput
          label={t('field.code')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <FormButtons form={form} label={t('action.save')} isDisabled={!form.isChanged} mt="md" />
      </Card>
    </form>
  )
}

const inputOf = ({ code }: PrepaidCode) => ({ code })

function CodeActions(changeable: ChangeableCode) {
  const { code } = changeable
  const user = useUser()
  const wayBack = useWayBack()
  const queryClient = useQueryClient()
  const toggle = useMutation({
    // Does what the button says, even if another tab has done it already.
    mutationFn: (disabled: boolean) =>
      call(calls.prepaidCodes.toggle, { params: { id: code.id }, query: { disabled } }),
    onSuccess: ({ disabled }) =>
      showSuccess(disabled ? t('prepaidCodes.disabled') : t('prepaidCodes.enabled')),
    onError: showFailure(t('prepaidCodes.toggleFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
  })
  const { askToDelete, isDeleting } = useCodeDeletion(code, {
    screen: 'detail',
    onDeleted: () => wayBack(paths.prepaidCodes),
  })
  return (
    <Group>
      {mayUse(user, 'give_money') && <BalanceActions code={code} />}
      <ExpiryButton {...changeable} />
      <BusyButton
        variant="default"
        isBusy={toggle.isPending}
        onClick={() => toggle.mutate(!code.disabled)}
      >
        {code.disabled ? t('prepaidCodes.enable') : t('prepaidCodes.disable')}
      </BusyButton>
      <BusyButton variant="light" color="red" isBusy={isDeleting} onClick={askToDelete}>
        {t('action.delete')}
      </BusyButton>
    </Group>
  )
}
