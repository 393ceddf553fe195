import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { calls } from '../api/calls.ts'
import { call, type IdempotencyKey } from '../api/client.ts'
import { MoneyDialog, type MoneyValues } from '../forms/MoneyDialog.tsx'
import { showMoneyFailure } from '../queries/failures.ts'
import { useMoneyMutation } from '../queries/use-money-mutation.tsx'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { showSuccess } from '../ui/toasts.ts'

/** What an issuer does with the money on a code. */
export function BalanceActions({ code }: { code: PrepaidCode }) {
  const params = { id: code.id }
  const left = { amount: money(code.remaining_balance) }
  return (
    <>
      <MoneyButton
        name={`top up ${code.id}`}
        label={t('prepaidCodes.topUp')}
        title={t('prepaidCodes.topUpTitle')}
        hint={t('prepaidCodes.topUpHint', left)}
        schema={prepaidCodes.topUp.body}
        done={t('prepaidCodes.toppedUp')}
        failed={t('prepaidCodes.topUpFailed')}
        send={({ amount }, idempotencyKey) =>
          call(calls.prepaidCodes.topUp, { params, body: { amount }, idempotencyKey })
        }
      />
      <MoneyButton
        name={`adjust ${code.id}`}
        label={t('prepaidCodes.adjust')}
        title={t('prepaidCodes.adjustTitle')}
        hint={t('prepaidCodes.adjustHint', left)}
        schema={prepaidCodes.adjust.body}
        done={t('prepaidCodes.adjusted')}
        failed={t('prepaidCodes.adjustFailed')}
        send={(body, idempotencyKey) =>
          call(calls.prepaidCodes.adjust, { params, body, idempotencyKey })
        }
      />
    </>
  )
}

interface MoneyButtonProps {
  /** The intention, as idempotency-key.ts calls it; the draft has the same name. */
  name: string
  label: string
  title: string
  hint: string
  schema: typeof prepaidCodes.topUp.body | typeof prepaidCodes.adjust.body
  done: string
  failed: string
  send: (values: MoneyValues, idempotencyKey: IdempotencyKey) => Promise<PrepaidCode>
}

interface Move {
  values: MoneyValues
  done: () => void
}

function MoneyButton({ name, send, done: said, failed, ...texts }: MoneyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const move = useMoneyMutation({
    intention: name,
    send: ({ values }: Move, key) => send(values, key),
    onSuccess: (_, { done }) => {
      done()
      showSuccess(said)
    },
    onError: showMoneyFailure(name, failed),
    onLeft: ({ done }) => done(),
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.label}
      </Button>
      <MoneyDialog
        isOpen={isOpen}
        name={name}
        {...texts}
        initialAmount=""
        isSending={move.isPending}
        send={(values, done) => move.mutate({ values, done })}
        close={() => setOpen(false)}
      />
    </>
  )
}
