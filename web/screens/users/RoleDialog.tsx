import { limits } from '@coinless/contract/limits.ts'
import { adminRole } from '@coinless/contract/permissions.ts'
import type { User } from '@coinless/contract/users.ts'
import { Pill, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { useFocusLeft } from '../../shared/forms/BusyButton.tsx'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { addressOf } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { InactiveAdmin } from './InactiveAdmin.tsx'

interface RoleDialogProps {
  /** undefined: the dialog is closed. */
  user: User | undefined
  close: () => void
}

export default function RoleDialog({ user, close }: RoleDialogProps) {
  return (
    <Dialog
      title={user && t('admin.assignRoleTo', { email: addressOf(user.email) })}
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
  const queryClient = useQueryClient()
  const form = useForm({
    name: `role of ${user.id}`,
    initial: { role: '' },
    objection: ({ role }) => {
      const typed = role.trim()
      if (typed && !isMeantAsAdmin(typed)) return undefined
      const sentence = typed ? t('admin.roleWithoutPower', { role: typed }) : t('admin.roleMissing')
      return { fields: ['role'], sentence }
    },
    send: ({ role }) =>
      call(calls.adminUsers.assignRole, { params: { id: user.id }, body: { role: role.trim() } }),
    success: t('admin.roleAssigned'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['users'] }),
    leave: close,
    failed: showFailure(t('admin.assignFailed')),
  })
  return (
    <DialogForm form={form} label={t('admin.assignRole')}>
      <TextInput
        label={t('admin.roleName')}
        description={t('admin.roleHint')}
        data-autofocus
        autoComplete="off"
        maxLength={limits.roleMax}
        {...form.getInputProps('role')}
      />
    </DialogForm>
  )
}

/** Only `admin`, in this spelling, has rights; another spelling would look like a success. */
function isMeantAsAdmin(role: string): boolean {
  return role !== adminRole && role.toLowerCase() === adminRole
}

function CurrentRoles({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { email, roles } = user
  const removal = useMutation({
    mutationFn: (role: string) =>
      call(calls.adminUsers.removeRole, { params: { id: user.id, role } }),
    onSuccess: () => showSuccess(t('admin.roleRemoved')),
    onError: showFailure(t('admin.removeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
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
          <RolePill key={role} role={role} remove={() => askToRemove(role)} />
        ))}
      </Pill.Group>
      <InactiveAdmin user={user} />
    </Stack>
  )
}

function RolePill({ role, remove }: { role: string; remove: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLeft(button)
  return (
    <Pill
      size="lg"
      h="auto"
      mih="var(--pill-height)"
      styles={{ label: { overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
      withRemoveButton
      removeButtonProps={{
        ref: button,
        'aria-label': t('admin.removeRole', { role }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={remove}
    >
      {role}
    </Pill>
  )
}
