import { endpoints } from '@coinless/contract/endpoints.ts'
import { type PrepaidCode, prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { showMoneyFailure } from '../failures.ts'
import { once } from '../once.ts'
import { t } from '../texts/texts.ts'
import { money } from '../ui/formats.ts'
import { MoneyDialog, type MoneyValues } from '../ui/MoneyDialog.tsx'
import { showSuccess } from '../ui/toasts.ts'

/** What an issuer does with the money on a code. */
export function BalanceActions({ code }: { code: PrepaidCode }) {
  const params = { id: code.id }
  const left = { amount: money(code.remaining_balance) }
  return (
    <>
      <MoneyButton
        label={t('prepaidCodes.topUp')}
        title={t('prepaidCodes.topUpTitle')}
        hint={t('prepaidCodes.topUpHint', left)}
        schema={prepaidCodes.topUp.body}
        done={t('prepaidCodes.toppedUp')}
        failed={t('prepaidCodes.topUpFailed')}
        send={({ amount }) =>
          once(`top up ${code.id}`, (idempotencyKey) =>
            call(endpoints.prepaidCodes.topUp, { params, body: { amount }, idempotencyKey }),
          )
        }
      />
      <MoneyButton
        label={t('prepaidCodes.adjust')}
        title={t('prepaidCodes.adjustTitle')}
        hint={t('prepaidCodes.adjustHint', left)}
        schema={prepaidCodes.adjust.body}
        done={t('prepaidCodes.adjusted')}
        failed={t('prepaidCodes.adjustFailed')}
        send={(body) =>
          once(`adjust ${code.id}`, (idempotencyKey) =>
            call(endpoints.prepaidCodes.adjust, { params, body, idempotencyKey }),
          )
        }
      />
    </>
  )
}

interface MoneyButtonProps {
  label: string
  title: string
  hint: string
  schema: typeof prepaidCodes.topUp.body | typeof prepaidCodes.adjust.body
  done: string
  failed: string
  send: (values: MoneyValues) => Promise<PrepaidCode>
}

interface Move {
  values: MoneyValues
  finish: () => void
}

function MoneyButton({ label, title, hint, schema, done, failed, send }: MoneyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const move = useMutation({
    mutationFn: ({ values }: Move) => send(values),
    onSuccess: (_, { finish }) => {
      finish()
      showSuccess(done)
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] })
    },
    onError: showMoneyFailure(failed),
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <MoneyDialog
          title={title}
          hint={hint}
          submitLabel={label}
          schema={schema}
          initialAmount=""
          isSending={move.isPending}
          send={(values, finish) => move.mutate({ values, finish })}
          close={() => setOpen(false)}
        />
      )}
    </>
  )
}
