import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import type { User } from '@coinless/contract/users.ts'
import { Button, Group, Modal, Pill, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { t } from '../texts/texts.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'

interface RoleDialogProps {
  /** undefined: the dialog is closed. */
  user: User | undefined
  close: () => void
}

export function RoleDialog({ user, close }: RoleDialogProps) {
  return (
    <Modal
      opened={user !== undefined}
      onClose={close}
      title={user && t('admin.assignRoleTo', { email: user.email })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
    >
      {user && (
        <Stack>
          <AssignForm key={user.id} user={user} close={close} />
          <CurrentRoles user={user} />
        </Stack>
      )}
    </Modal>
  )
}

function AssignForm({ user, close }: { user: User; close: () => void }) {
  const [role, setRole] = useState('')
  const queryClient = useQueryClient()
  const ifStillHere = useIfStillHere()
  const assignment = useMutation({
    mutationFn: (body: { role: string }) =>
      call(endpoints.adminUsers.assignRole, { params: { id: user.id }, body }),
    onSuccess: () => {
      showSuccess(t('admin.roleAssigned'))
      ifStillHere(close)
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: showFailure(t('admin.assignFailed')),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const typed = role.trim()
        if (typed && !isMeantAsAdmin(typed)) return assignment.mutate({ role: typed })
        event.currentTarget.querySelector('input')?.focus()
        showError(typed ? t('admin.roleWithoutPower', { role: typed }) : t('admin.roleMissing'))
      }}
    >
      <TextInput
        label={t('admin.roleName')}
        description={t('admin.roleHint')}
        data-autofocus
        autoComplete="off"
        maxLength={limits.roleMax}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={assignment.isPending}>
          {t('admin.assignRole')}
        </Button>
      </Group>
    </form>
  )
}

/** Only `admin`, spelled so, has power: another spelling would be taken for a success. */
function isMeantAsAdmin(role: string): boolean {
  return !isAdmin({ roles: [role] }) && isAdmin({ roles: [role.toLowerCase()] })
}

function CurrentRoles({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { email, roles } = user
  const removal = useMutation({
    mutationFn: (role: string) =>
      call(endpoints.adminUsers.removeRole, { params: { id: user.id, role } }),
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
    </Stack>
  )
}
