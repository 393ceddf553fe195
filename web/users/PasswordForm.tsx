import { limits } from '@coinless/contract/limits.ts'
import { me } from '@coinless/contract/users.ts'
import { Button, Card, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../account/auth-context.tsx'
import { calls } from '../api/calls.ts'
import { call, fieldErrorsOf } from '../api/client.ts'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { checkedBy } from '../ui/form-check.ts'
import { showSuccess } from '../ui/toasts.ts'
import { CurrentPasswordInput } from './CurrentPasswordInput.tsx'

const blank = { current_password: '', new_password: '' }
const secrets = ['current_password', 'new_password'] as const

export function PasswordForm() {
  const { email } = useUser()
  const queryClient = useQueryClient()
  const form = useKeptForm({
    name: 'password',
    initial: blank,
    secrets,
    validate: checkedBy(me.changePassword.body),
  })
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(calls.me.changePassword, { body }),
    onSuccess: (_, sent) => {
      showSuccess(t('profile.passwordChanged'))
      form.saved(sent, { now: blank })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
    },
    onError: (error) => {
      form.showErrors(fieldErrorsOf(error))
      showFailure(t('profile.passwordFailed'))(error)
    },
  })
  const toggle = { 'aria-label': t('action.showPassword') }
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Card withBorder>
        <Stack>
          {/* Password managers ask whose password this is. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <CurrentPasswordInput {...form.getInputProps('current_password')} />
          <PasswordInput
            label={t('profile.newPassword')}
            description={t('auth.passwordHint', { min: limits.passwordMin })}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('new_password')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isChanged} loading={change.isPending}>
              {t('profile.changePassword')}
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  )
}
