import type { StaffRole } from '@coinless/contract/choices.ts'
import { staffRoles } from '@coinless/contract/choices.ts'
import { NativeSelect } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'

interface RoleSelectProps {
  role: StaffRole
  input: object
}

/** Describes the permissions of the chosen role below it. */
export function RoleSelect({ role, input }: RoleSelectProps) {
  return (
    <NativeSelect
      label={t('field.role')}
      description={t(`staff.about.${role}`)}
      data={staffRoles.map((value) => ({ value, label: t(`working.roles.${value}`) }))}
      {...input}
    />
  )
}
