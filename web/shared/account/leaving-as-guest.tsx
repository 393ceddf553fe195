import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { t } from '../texts/texts.ts'
import { focusMain, isFocusLost } from '../ui/focus-main.ts'

interface Ways {
  createAccount: () => void
  leave: () => void
}

/** Confirms first, because a guest account cannot be opened again, and offers to create an account instead. */
export function askGuestToLeave({ createAccount, leave }: Ways): void {
  modals.openConfirmModal({
    title: t('guest.leaveTitle'),
    centered: true,
    // The menu item that opened the dialog is removed by then.
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
