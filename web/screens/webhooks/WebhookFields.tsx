import { webhookEventTypes } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { eventName } from './event-names.ts'
import { fieldOf } from './webhook-input.ts'

interface FieldsProps {
  getInputProps: (field: string, options?: { type: 'checkbox' }) => object
}

export function WebhookFields({ getInputProps }: FieldsProps) {
  const id = useId()
  return (
    <>
      <TextInput
        label={t('field.url')}
        description={t('webhooks.urlHint')}
        type="url"
        inputMode="url"
        placeholder="https://example.com/coinless"
        required
        autoComplete="off"
        maxLength={limits.webhookUrlMax}
        data-autofocus
        {...getInputProps('url')}
      />
      <TextInput
        label={t('field.description')}
        maxLength={limits.nameMax}
        {...getInputProps('description')}
      />
      <Stack gap="sm" role="group" aria-labelledby={id}>
        <Text id={id} size="sm" fw={500}>
          {t('field.events')}
        </Text>
        {webhookEventTypes.map((event) => (
          <Switch
            key={event}
            label={eventName(event)}
            description={event}
            {...getInputProps(fieldOf(event), { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </>
  )
}
