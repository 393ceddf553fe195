import { me, type User } from '@coinless/contract/users.ts'
import { Badge, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, messageOf } from '../api.ts'
import { useUser } from '../auth-context.tsx'
import { showFailure } from '../failures.ts'
import { storeUser } from '../session-store.ts'
import { checkedBy } from '../ui/form-check.ts'
import { date } from '../ui/formats.ts'
import { Page } from '../ui/Page.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'

export default function Profile() {
  const known = useUser()
  const { data: user = known, error } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(me.get, { signal }),
  })
  useEffect(() => {
    if (error) showError(messageOf(error, 'Failed to load profile'))
  }, [error])
  return (
    <Page title="Profile" narrow>
      <NameForm key={user.full_name} user={user} />
      <Card withBorder>
        <Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              Roles
            </Text>
            <Group gap="xs">
              {(user.roles.length > 0 ? user.roles : ['user']).map((role) => (
                <Badge key={role} variant="default" tt="none">
                  {role}
                </Badge>
              ))}
            </Group>
          </Stack>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              Member Since
            </Text>
            <Text>{date(user.created_at)}</Text>
          </Stack>
        </Stack>
      </Card>
    </Page>
  )
}

function NameForm({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { full_name: user.full_name },
    validate: checkedBy(me.update.body),
  })
  const change = useMutation({
    mutationFn: (body: { full_name: string }) => call(me.update, { body }),
    onSuccess: (updated) => {
      storeUser(updated)
      queryClient.setQueryData(['me'], updated)
      showSuccess('Profile updated successfully')
    },
    onError: showFailure('Failed to update profile'),
  })
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Card withBorder>
        <Stack>
          <TextInput
            label="Email"
            description="Email cannot be changed"
            value={user.email}
            readOnly
          />
          <TextInput
            label="Full Name"
            required
            autoComplete="name"
            {...form.getInputProps('full_name')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
              Save Changes
            </Button>
          </Group>
        </Stack>
      </Card>
    </form>
  )
}
