import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import type { Offer } from '@coinless/contract/top-ups.ts'
import { Alert, Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { FormNotice } from '../../shared/forms/FormNotice.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { focusMain } from '../../shared/ui/focus-main.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useCardSettings } from './CardTab.tsx'
import { TopUpAmount } from './TopUpAmount.tsx'
import { TopUpButton } from './TopUpButton.tsx'
import { type TopUpProps, useTopUp } from './use-top-up.tsx'

const StripeTopUp = lazy(() => awaited(() => import('./StripeTopUp.tsx')))

/** Adds money to a code by card, if its issuer allows it. */
export default function TopUp() {
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const deviceId = address.get('device') ?? undefined
  const { data: offer, error } = useQuery({
    queryKey: ['prepaid-codes', id, 'top-up', 'form'],
    queryFn: async ({ signal }) => {
      const offer = await call(calls.topUps.offer, { params: { id }, signal })
      if (offer.is_offered) return offer
      const code = await call(calls.prepaidCodes.get, { params: { id }, signal })
      return { ...offer, code }
    },
    // A user who returns later must see earlier top-ups.
    gcTime: 0,
  })
  const wayBack = deviceId ? paths.payments : paths.prepaidCode(id)
  useReturnOnFailure(error, t('topUps.loadFailed'), wayBack, offer)
  const fits = offer?.is_offered && offer.amount_max >= Math.max(offer.amount_min, 0.01)
  useFocusAfterForm(fits)
  if (!offer) return <Loading />
  return (
    <Page
      back={<BackLink to={wayBack}>{t(deviceId ? 'topUps.toPayment' : 'topUps.toCode')}</BackLink>}
      title={t('topUps.title')}
      narrow
    >
      {fits ? (
        <Card withBorder>
          <CardForm codeId={id} offer={offer} deviceId={deviceId} />
        </Card>
      ) : (
        <Alert icon={<Info />}>{whyNot(offer)}</Alert>
      )}
    </Page>
  )
}

function whyNot({ is_offered, code }: Offer & { code?: PrepaidCode }): string {
  if (is_offered) return t('topUps.code_full')
  if (code?.disabled) return t('topUps.disabled')
  const isExpired = code?.expires_at && Date.parse(code.expires_at) <= Date.now()
  return t(isExpired ? 'topUps.expired' : 'topUps.notOffered')
}

/** When the issuer withdraws the offer, the form disappears along with the focus. */
function useFocusAfterForm(isShown: boolean | undefined) {
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && document.activeElement === document.body) focusMain()
    wasShown.current = isShown === true
  }, [isShown])
}

/** The form of the configured card processor. */
function CardForm(props: TopUpProps) {
  const { data, error, refetch } = useCardSettings()
  if (error) {
    const message = messageOf(error, t('payments.cardsFailed'))
    return <LoadFailure message={message} retry={() => void refetch()} />
  }
  if (!data) return <Loading rows={3} />
  if (data.processor !== 'stripe') return <SandboxForm {...props} />
  return (
    <Suspense fallback={<Loading rows={3} />}>
      <StripeTopUp {...props} settings={data} />
    </Suspense>
  )
}

/** The sandbox moves no money. */
function SandboxForm(props: TopUpProps) {
  const form = useTopUp(props, () => sandboxPaymentMethods.approved)
  return (
    <form onSubmit={form.submit} noValidate>
      <FormNotice form={form} />
      <Stack>
        <Alert color="yellow" icon={<Info />}>
          {t('payments.placeholder')}
        </Alert>
        <TopUpAmount form={form} offer={props.offer} />
        <TopUpButton amount={form.values.amount} isBusy={form.isSaving} />
      </Stack>
    </form>
  )
}
