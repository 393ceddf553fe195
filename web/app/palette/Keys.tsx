import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { type Binding, shownKeys } from './bindings.ts'

interface KeysProps {
  bindings: readonly Binding[]
  isOpen: boolean
  close: () => void
}

/** Lists all shortcuts, from the bindings. */
export function Keys({ bindings, isOpen, close }: KeysProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('keys.title')}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      centered
    >
      <Stack component="ul" gap="sm" m={0} p={0}>
        {bindings.map((binding) => (
          <Group component="li" key={binding.keys} justify="space-between" wrap="nowrap">
            <Text size="sm">{t(binding.label)}</Text>
            <Group gap={4} wrap="nowrap">
              {shownKeys(binding).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
