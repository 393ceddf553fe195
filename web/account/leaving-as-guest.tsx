import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { t } from '../texts/texts.ts'
import { focusMain, isFocusLost } from '../ui/focus-main.ts'

interface Ways {
  createAccount: () => void
  leave: () => void
}

/** Nobody can open the account of a guest again: asks first, and names the other way. */
export function askGuestToLeave({ createAccount, leave }: Ways): void {
  modals.openConfirmModal({
    title: t('guest.leaveTitle'),
    centered: true,
    // The item of the menu that asked is gone by then.
    onExitTransitionEnd: () => {
      if (isFocusLost()) focusMain()
    },
    closeButtonProps: { 'aria-label': t('action.close') },
    children: <Text size="sm">{t('guest.leaveText')}</Text>,
    labels: { cancel: t('guest.create'), confirm: t('guest.leave') },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onCancel: createAccount,
    onConfirm: leave,
  })
}
