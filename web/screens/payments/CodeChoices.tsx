import type { CodeChoice } from '@coinless/contract/payments.ts'
import { ActionIcon, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useDeletion } from '../../shared/queries/use-deletion.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import classes from './CodeChoices.module.css'
import { TopUpLink } from './TopUpLink.tsx'
import type { Choices } from './use-code-choices.ts'

interface CodeChoicesProps {
  choices: Choices
  shown: readonly CodeChoice[]
  /** The device that the codes pay at. */
  deviceId: string | undefined
}

/** Codes that need no typing, each with its remaining balance. */
export function CodeChoices({ choices, shown, deviceId }: CodeChoicesProps) {
  const { chosen, choose } = choices
  return (
    <fieldset className={classes.choices} aria-label={t('payments.yourCodes')}>
      {shown.map((code) => (
        <div key={code.id} className={classes.choice}>
          <label>
            <input
              type="radio"
              name="code"
              checked={chosen?.id === code.id}
              disabled={!code.suffices}
              onChange={() => choose(code)}
            />
            <Text span fw={500} className={classes.name} translate="no">
              {labelOfCode(code)}
            </Text>
            <Text span size="sm" c={code.suffices ? undefined : 'dimmed'} className={classes.left}>
              {leftOn(code)}
            </Text>
          </label>
          {!code.suffices && code.may_top_up && <TopUpLink codeId={code.id} deviceId={deviceId} />}
          {code.is_kept && <Forget code={code} />}
        </div>
      ))}
    </fieldset>
  )
}

type NamedCode = Pick<CodeChoice, 'ending'> & Partial<Pick<CodeChoice, 'whose'>>

export function labelOfCode({ ending, whose }: NamedCode): string {
  return whose ? `… ${ending} · ${whose}` : `… ${ending}`
}

function leftOn({ remaining_balance, suffices }: CodeChoice): string {
  const amount = money(remaining_balance)
  return t(suffices ? 'payments.left' : 'payments.tooLittle', { amount })
}

function Forget({ code }: { code: CodeChoice }) {
  const name = labelOfCode(code)
  const { askToDelete, isDeleting } = useDeletion({
    id: code.id,
    remove: () => call(calls.payments.forgetCode, { params: { id: code.id } }),
    key: 'prepaid-codes',
    title: t('payments.forgetTitle'),
    text: t('payments.forgetText', { name }),
    deleted: t('payments.forgotten'),
    failed: t('payments.forgetFailed'),
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('payments.forget', { name })}
      disabled={isDeleting}
      onClick={askToDelete}
    >
      <X size={18} />
    </ActionIcon>
  )
}
