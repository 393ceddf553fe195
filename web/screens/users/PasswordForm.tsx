import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { Card, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../shared/account/auth-context.tsx'
import { CurrentPasswordInput } from '../../shared/account/CurrentPasswordInput.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { FormButtons } from '../../shared/forms/FormButtons.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'

const blank = { current_password: '', new_password: '' }
const secrets = ['current_password', 'new_password'] as const

export function PasswordForm() {
  const { email } = useUser()
  const queryClient = useQueryClient()
  const form = useForm({
    name: 'password',
    initial: blank,
    secrets,
    validate: checkedBy(me.changePassword.body),
    send: (body) => call(calls.me.changePassword, { body }),
    success: t('profile.passwordChanged'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['me'] }),
    failed: showFailure(t('profile.passwordFailed')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Card withBorder>
        <Stack>
          {/* Tells password managers whose password this is. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <CurrentPasswordInput {...form.getInputProps('current_password')} />
          <PasswordField
            label={t('field.new_password')}
            description={t('auth.passwordHint', { min: limits.passwordMin })}
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <FormButtons
            form={form}
            label={t('profile.changePassword')}
            isDisabled={!form.isChanged}
          />
        </Stack>
      </Card>
    </form>
  )
}
