import { limits } from '@coinless/contract/limits.ts'
import { adminRole } from '@coinless/contract/permissions.ts'
import type { User } from '@coinless/contract/users.ts'
import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../api/calls.ts'
import { call } from '../api/client.ts'
import { CancelDialog, Dialog } from '../forms/Dialog.tsx'
import { useKeptForm } from '../forms/use-kept-form.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { FormNotice } from '../ui/FormNotice.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { SleepingAdmin } from './SleepingAdmin.tsx'

interface RoleDialogProps {
  /** undefined: the dialog is closed. */
  user: User | undefined
  close: () => void
}

export default function RoleDialog({ user, close }: RoleDialogProps) {
  return (
    <Dialog
      title={user && t('admin.assignRoleTo', { email: user.email })}
      isOpen={user !== undefined}
      close={close}
    >
      {user && (
        <Stack>
          <AssignForm key={user.id} user={user} close={close} />
          <CurrentRoles user={user} />
        </Stack>
      )}
    </Dialog>
  )
}

function AssignForm({ user, close }: { user: User; close: () => void }) {
  const form = useKeptForm({
    name: `role of ${user.id}`,
    initial: { role: '' },
    validate: () => ({}),
  })
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const assignment = useMutation({
    mutationFn: ({ role }: typeof form.values) =>
      call(calls.adminUsers.assignRole, {
        params: { id: user.id },
        body: { role: role.trim() },
      }),
    onSuccess: (_, sent) => {
      showSuccess(t('admin.roleAssigned'))
      const hasRest = form.saved(sent, { now: { role: '' } })
      if (!hasRest) ifStillHere(close)
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: showFailure(t('admin.assignFailed')),
  })
  function submit(values: typeof form.values) {
    const typed = values.role.trim()
    if (typed && !isMeantAsAdmin(typed)) return assignment.mutate(values)
    form.focusFirst(['role'])
    showError(typed ? t('admin.roleWithoutPower', { role: typed }) : t('admin.roleMissing'))
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <FormNotice form={form} labels={{}} />
      <TextInput
        label={t('admin.roleName')}
        description={t('admin.roleHint')}
        data-autofocus
        autoComplete="off"
        maxLength={limits.roleMax}
        {...form.getInputProps('role')}
      />
      <Group justify="flex-end" mt="md">
        <CancelDialog />
        <Button type="submit" loading={assignment.isPending}>
          {t('admin.assignRole')}
        </Button>
      </Group>
    </form>
  )
}

/** Only `admin`, spelled so, has power: another spelling would be taken for a success. */
function isMeantAsAdmin(role: string): boolean {
  return role !== adminRole && role.toLowerCase() === adminRole
}

function CurrentRoles({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { email, roles } = user
  const removal = useMutation({
    mutationFn: (role: string) =>
      call(calls.adminUsers.removeRole, { params: { id: user.id, role } }),
    onSuccess: () => {
      showSuccess(t('admin.roleRemoved'))
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: showFailure(t('admin.removeFailed')),
  })
  function askToRemove(role: string) {
    confirmDeletion({
      title: t('admin.removeTitle'),
      text: t('admin.removeText', { role, email }),
      confirmLabel: t('admin.remove'),
      onConfirm: () => removal.mutate(role),
    })
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('admin.currentRoles')}
      </Text>
      {roles.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('admin.noRoles')}
        </Text>
      )}
      <Pill.Group>
        {roles.map((role) => (
          <Pill
            key={role}
            size="lg"
            h="auto"
            mih="var(--pill-height)"
            styles={{ label: { overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('admin.removeRole', { role }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => askToRemove(role)}
          >
            {role}
          </Pill>
        ))}
      </Pill.Group>
      <SleepingAdmin user={user} />
    </Stack>
  )
}
