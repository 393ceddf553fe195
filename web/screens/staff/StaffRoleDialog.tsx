import type { StaffRole } from '@coinless/contract/choices.ts'
import { type StaffMember, staff } from '@coinless/contract/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  checkedWithProof,
  emptyProof,
  ProofFields,
  proofSecrets,
  useProof,
} from '../../shared/account/OwnerProof.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { DialogForm } from '../../shared/forms/DialogForm.tsx'
import { isEqual } from '../../shared/forms/is-equal.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { PlacesField } from './PlacesField.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface StaffRoleDialogProps {
  /** undefined: the dialog is closed. */
  member: StaffMember | undefined
  close: () => void
}

export function StaffRoleDialog({ member, close }: StaffRoleDialogProps) {
  return (
    <Dialog
      title={member && t('staff.changeOne', { email: member.email })}
      isOpen={member !== undefined}
      close={close}
    >
      {member && <RoleForm key={member.id} member={member} close={close} />}
    </Dialog>
  )
}

function RoleForm({
  member: { id, role, places },
  close,
}: {
  member: StaffMember
  close: () => void
}) {
  const queryClient = useQueryClient()
  const proofOf = useProof()
  const form = useForm<
    typeof emptyProof & { role: StaffRole; places: string[] | null },
    StaffMember
  >({
    name: `role of staff ${id}`,
    initial: { role, places, ...emptyProof },
    secrets: proofSecrets,
    validate: checkedWithProof(staff.change.body),
    // Sends changed fields only, because another tab may have changed the rest.
    send: async (values) =>
      call(calls.staff.change, {
        params: { id },
        body: {
          ...(values.role !== role && { role: values.role }),
          ...(!isEqual(values.places, places) && { places: values.places }),
          ...(await proofOf(values)),
        },
      }),
    success: t('staff.changed'),
    done: () => void queryClient.invalidateQueries({ queryKey: ['staff'] }),
    leave: close,
    failed: showFailure(t('staff.changeFailed')),
  })
  return (
    <DialogForm form={form} label={t('staff.change')}>
      <RoleSelect role={form.values.role} input={form.getInputProps('role')} />
      <PlacesField {...form.getInputProps('places')} />
      <ProofFields form={form} />
    </DialogForm>
  )
}
