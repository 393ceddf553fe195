import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, Eye, Pencil, Trash2 } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { may } from '../../shared/account/rights.ts'
import { type RowAction, RowActions } from '../../shared/actions/RowActions.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { useCodeDeletion } from './use-code-deletion.ts'

/** Actions of a code in the list. */
export function CodeActions({ code }: { code: PrepaidCode }) {
  const mayChange = may(useUser(), 'change prepaid code', code)
  const view: RowAction = {
    text: t('action.view'),
    label: t('prepaidCodes.viewOne', { code: code.code }),
    Icon: Eye,
    does: paths.prepaidCode(code.id),
  }
  return mayChange ? <ChangeActions code={code} view={view} /> : <RowActions main={view} />
}

function ChangeActions({ code, view }: { code: PrepaidCode; view: RowAction }) {
  const { askToDelete } = useCodeDeletion(code, { screen: 'list' })
  const { disabled, isChanging, setDisabled } = useDisabled(code)
  const name = { code: code.code }
  const text = t(disabled ? 'prepaidCodes.enable' : 'prepaidCodes.disable')
  return (
    <RowActions
      main={view}
      before={
        <Switch
          aria-label={t('prepaidCodes.isEnabled', name)}
          checked={!disabled}
          disabled={isChanging}
          onChange={(event) => setDisabled(!event.currentTarget.checked)}
        />
      }
      inMenu={[
        {
          text,
          label: t('units.labeled', { name: text, value: code.code }),
          Icon: disabled ? CircleCheck : Ban,
          does: () => setDisabled(!disabled),
        },
      ]}
      more={[
        {
          text: t('action.edit'),
          label: t('prepaidCodes.editOne', name),
          Icon: Pencil,
          does: paths.prepaidCode(code.id),
        },
        {
          text: t('action.delete'),
          label: t('prepaidCodes.deleteOne', name),
          Icon: Trash2,
          does: askToDelete,
          isDangerous: true,
        },
      ]}
    />
  )
}

function useDisabled({ id, disabled }: PrepaidCode) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (next: boolean) =>
      call(calls.prepaidCodes.setDisabled, { params: { id }, body: { disabled: next } }),
    onSuccess: () => showSuccess(t('prepaidCodes.statusUpdated')),
    onError: showFailure(t('prepaidCodes.statusFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['prepaid-codes'] }),
  })
  return {
    disabled: change.isPending ? change.variables : disabled,
    isChanging: change.isPending,
    setDisabled: (next: boolean) => change.mutate(next),
  }
}
