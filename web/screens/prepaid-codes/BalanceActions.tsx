import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { MoneyButton } from '../../shared/forms/MoneyButton.tsx'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Actions of an issuer on a code's money. */
export function BalanceActions({ code }: { code: PrepaidCode }) {
  const params = { id: code.id }
  const left = { amount: money(code.remaining_balance) }
  const seen = { seen_remaining_balance: code.remaining_balance }
  return (
    <>
      <MoneyButton
        name={`top up ${code.id}`}
        label={t('prepaidCodes.topUp')}
        title={t('prepaidCodes.topUpTitle')}
        hint={t('prepaidCodes.topUpHint', left)}
        {...(code.customer_email && { mailLabel: t('field.mail_customer') })}
        schema={prepaidCodes.topUp.body}
        seen={seen}
        done={() => showSuccess(t('prepaidCodes.toppedUp'))}
        failed={t('prepaidCodes.topUpFailed')}
        send={(body, idempotencyKey) =>
          call(calls.prepaidCodes.topUp, { params, body, idempotencyKey })
        }
      />
      <MoneyButton
        name={`adjust ${code.id}`}
        label={t('prepaidCodes.adjust')}
        title={t('prepaidCodes.adjustTitle')}
        hint={t('prepaidCodes.adjustHint', left)}
        schema={prepaidCodes.adjust.body}
        seen={seen}
        done={() => showSuccess(t('prepaidCodes.adjusted'))}
        failed={t('prepaidCodes.adjustFailed')}
        send={(body, idempotencyKey) =>
          call(calls.prepaidCodes.adjust, { params, body, idempotencyKey })
        }
      />
    </>
  )
}
