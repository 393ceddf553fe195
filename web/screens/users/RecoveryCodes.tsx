import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../shared/forms/Dialog.tsx'
import { t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'

export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Dialog title={t('profile.recoveryCodes')} isOpen={codes.length > 0} close={close} isShownOnce>
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
