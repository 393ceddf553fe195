import type { User } from '@coinless/contract/users.ts'
import { t } from '../texts/texts.ts'

/** Display name of a user. */
export function shownName({ is_guest, full_name }: User): string {
  return is_guest ? t('guest.name') : full_name
}
