import type { CodeChoice } from '@coinless/contract/payments.ts'
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { labelOfCode } from '../../shared/codes/code-label.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'
import classes from './CodeChoices.module.css'
import { TopUpLink } from './TopUpLink.tsx'
import type { Choices } from './use-code-choices.ts'

const ForgetCode = lazy(() => awaited(() => import('../../shared/codes/ForgetCode.tsx')))

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
          {code.is_kept && (
            <Suspense>
              <ForgetCode code={code} />
            </Suspense>
          )}
        </div>
      ))}
    </fieldset>
  )
}

function leftOn({ remaining_balance, suffices }: CodeChoice): string {
  const amount = money(remaining_balance)
  return t(suffices ? 'payments.left' : 'payments.tooLittle', { amount })
}
