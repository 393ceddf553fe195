import { auth } from '@coinless/contract/auth.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call, fieldErrorsOf } from '../api.ts'
import { showFailure } from '../failures.ts'
import { storeSession } from '../session-store.ts'
import { showError, showSuccess } from '../ui/toasts.ts'

const userTypes = [
  { value: 'tenant', label: 'Tenant' },
  { value: 'landlord', label: 'Landlord' },
] as const

interface Registration {
  full_name: string
  user_type: 'tenant' | 'landlord'
  email: string
  password: string
}

export function RegisterForm() {
  const form = useForm<Registration>({
    initialValues: { full_name: '', user_type: 'tenant', email: '', password: '' },
  })
  const register = useMutation({
    mutationFn: (body: Registration) => call(auth.register, { body }),
    onSuccess: (answer) => {
      storeSession(answer)
      showSuccess('Account created successfully!')
    },
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error))
      showFailure('Registration failed')(error)
    },
  })

  function submit(values: Registration) {
    const isFilled = [values.full_name, values.email].every((value) => value.trim())
    if (!isFilled || !values.password) return showError('Please fill in all fields')
    if (values.password.length < limits.passwordMin) {
      return showError(`Password must be at least ${limits.passwordMin} characters`)
    }
    register.mutate(values)
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <TextInput label="Full Name" autoComplete="name" {...form.getInputProps('full_name')} />
        <NativeSelect label="User Type" data={userTypes} {...form.getInputProps('user_type')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${limits.passwordMin} characters`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={register.isPending}>
          Create Account
        </Button>
      </Stack>
    </form>
  )
}
