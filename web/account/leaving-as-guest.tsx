import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { t } from '../texts/texts.ts'

interface Ways {
  createAccount: () => void
  leave: () => void
}

/** Nobody can open the account of a guest again: asks first, and names the other way. */
export function askGuestToLeave({ createAccount, leave }: Ways): void {
  modals.openConfirmModal({
    title: t('guest.leaveTitle'),
    centered: true,
    closeButtonProps: { 'aria-label': t('action.close') },
    children: <Text size="sm">{t('guest.leaveText')}</Text>,
    labels: { cancel: t('guest.create'), confirm: t('guest.leave') },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onCancel: createAccount,
    onConfirm: leave,
  })
}
