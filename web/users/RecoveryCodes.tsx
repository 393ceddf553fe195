import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { copyText } from '../ui/copy-text.ts'

interface DialogProps {
  title: string
  isOpen: boolean
  close: () => void
  closeOnEscape?: boolean
  children: ReactNode
}

export function Dialog({ title, isOpen, close, closeOnEscape = true, children }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
      // A click beside it would lose what was typed.
      closeOnClickOutside={false}
      closeOnEscape={closeOnEscape}
    >
      {children}
    </Modal>
  )
}

export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    // They are shown only once.
    <Dialog
      title={t('profile.recoveryCodes')}
      isOpen={codes.length > 0}
      close={close}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{t('profile.recoveryHint')}</Text>
        <Code block>{codes.join('\n')}</Code>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() =>
              void copyText(codes.join('\n'), {
                copied: t('profile.codesCopied'),
                failed: t('profile.codesCopyFailed'),
              })
            }
          >
            {t('profile.copyCodes')}
          </Button>
          <Button onClick={close}>{t('profile.codesKept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
