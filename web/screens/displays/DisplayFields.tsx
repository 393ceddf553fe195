import { shownPeople } from '@coinless/contract/displays.ts'
import { languageNames, languages } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { options } from '../../shared/ui/formats.ts'

interface DisplayFieldsProps {
  form: { getInputProps: (field: string, options?: { type: 'checkbox' }) => object }
}

/** What a landlord chooses for a display. */
export function DisplayFields({ form }: DisplayFieldsProps) {
  return (
    <Stack>
      <TextInput
        label={t('field.name')}
        placeholder={t('displays.nameExample')}
        required
        autoComplete="off"
        maxLength={limits.displayNameMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('field.shows_people')}
        description={t('displays.peopleHint')}
        data={options(shownPeople)}
        {...form.getInputProps('shows_people')}
      />
      <Switch
        label={t('field.takes_payments')}
        description={t('displays.paymentsHint')}
        {...form.getInputProps('takes_payments', { type: 'checkbox' })}
      />
      <NativeSelect
        label={t('field.language')}
        data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
        {...form.getInputProps('language')}
      />
    </Stack>
  )
}
