import { auth } from '@coinless/contract/auth.ts'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../api.ts'
import { storeSession } from '../session-store.ts'
import { showError, showSuccess } from '../ui/toasts.ts'

const noConnection =
  'Cannot connect to server. This is likely a CORS issue. ' +
  'The server needs to allow requests from this domain.'

export function LoginForm() {
  const form = useForm({ initialValues: { email: '', password: '' } })
  const login = useMutation({
    mutationFn: (body: typeof form.values) => call(auth.login, { body }),
    onSuccess: (answer) => {
      storeSession(answer)
      showSuccess('Logged in successfully!')
    },
    onError: (error) => showError(failureOf(error)),
  })

  function submit(values: typeof form.values) {
    if (!values.email.trim() || !values.password) return showError('Please fill in all fields')
    login.mutate(values)
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={login.isPending}>
          Login
        </Button>
      </Stack>
    </form>
  )
}

/** fetch throws a TypeError when no answer came. */
function failureOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return error instanceof TypeError ? noConnection : 'Login failed'
}
