import type { User } from '@coinless/contract/users.ts'
import { t } from '../../shared/texts/texts.ts'
import { label } from '../../shared/ui/formats.ts'

/** 'Tenant', 'Landlord' or 'Guest', besides the roles. */
export function typeOfUser({ is_guest, user_type }: User): string {
  return is_guest ? t('admin.guest') : label(user_type)
}
