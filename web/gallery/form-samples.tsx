import { Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../shared/forms/DialogForm.tsx'
import { FormButtons } from '../shared/forms/FormButtons.tsx'
import { FormNotice } from '../shared/forms/FormNotice.tsx'
import { AddressInput } from '../shared/ui/AddressInput.tsx'
import { AmountField } from '../shared/ui/AmountField.tsx'
import { Checks } from '../shared/ui/Checks.tsx'
import { FilterSelect } from '../shared/ui/FilterSelect.tsx'
import { NumberField } from '../shared/ui/NumberField.tsx'
import { OneTimeCodeField } from '../shared/ui/OneTimeCodeField.tsx'
import { PasswordField } from '../shared/ui/PasswordField.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { longText, longWord, nothing } from './sample-texts.ts'

const error = 'Price must be a number.'

const untouched = {
  isRestored: false,
  isOutdated: false,
  values: { label: 'Washer 3', location: longText },
  base: { label: 'Washer 4', location: longWord },
  startAfresh: nothing,
}
const form = { ...untouched, submit: nothing, isSaving: false }

export const formSamples = {
  AddressInput: {
    empty: <AddressInput label="Email" required />,
    wrong: <AddressInput label="Email" defaultValue="ana" error={error} />,
  },
  AmountField: {
    filled: <Price />,
    empty: <AmountField label="Price" required value="" />,
  },
  NumberField: {
    wrong: <NumberField label="Minutes" value="two" error={error} />,
    'read only': <NumberField label="Minutes" value={30} readOnly />,
    disabled: <NumberField label="Minutes" value={30} disabled />,
  },
  Checks: {
    'one chosen': <Machines />,
    wrong: <Machines error={error} />,
  },
  PasswordField: {
    empty: <PasswordField label="Password" description={longText} />,
    wrong: <PasswordField label="Password" defaultValue="secret" error={longText} />,
    disabled: <PasswordField label="Password" defaultValue="secret" disabled />,
  },
  OneTimeCodeField: {
    empty: <OneTimeCodeField label="Code" />,
    wrong: <OneTimeCodeField label="Code" defaultValue="ABCD" error={error} />,
    disabled: <OneTimeCodeField label="Code" defaultValue="ABCD" disabled />,
  },
  TextInput: {
    filled: <TextInput label="Label" defaultValue="Washer 3" description={longText} />,
    wrong: <TextInput label="Label" required error="Label must not be empty." />,
    'read only': <TextInput label="Email" value="terry@example.com" readOnly />,
    disabled: <TextInput label="Label" value={longText} disabled />,
  },
  SearchField: {
    empty: <SearchField label="Search devices" address={{ search: '', setSearch: nothing }} />,
    typed: (
      <SearchField label="Search devices" address={{ search: longText, setSearch: nothing }} />
    ),
    wrong: (
      <SearchField
        label="Search devices"
        address={{ search: 'x', setSearch: nothing }}
        problemOf={() => error}
      />
    ),
  },
  FilterSelect: { 'short and long': <Filter /> },
  FormNotice: {
    'what was typed before': <FormNotice form={{ ...untouched, isRestored: true }} />,
    'changed elsewhere': <FormNotice form={{ ...untouched, isOutdated: true }} />,
  },
  FormButtons: {
    ready: <FormButtons form={{ isSaving: false }} label="Save Changes" />,
    unchanged: <FormButtons form={{ isSaving: false }} label="Save Changes" isDisabled />,
    saving: <FormButtons form={{ isSaving: true }} label="Save Changes" />,
    'for good': <FormButtons form={{ isSaving: false }} label="Close Account" color="red" />,
  },
  DialogForm: {
    'with its buttons': (
      <DialogForm form={form} label="Top Up">
        <Price />
      </DialogForm>
    ),
  },
}

function Price() {
  const [price, setPrice] = useState<number | string>(2.5)
  return <AmountField label="Price" required value={price} onChange={setPrice} />
}

function Machines({ error }: { error?: string }) {
  const [chosen, setChosen] = useState(['1'])
  return (
    <Checks
      label="Machines"
      isLabelShown
      choices={['Washer 3', longText, longWord].map((label, index) => ({
        value: String(index + 1),
        label,
      }))}
      chosen={chosen}
      choose={setChosen}
      error={error}
      data-path=""
    />
  )
}

function Filter() {
  const [chosen, setChosen] = useState('all')
  return (
    <Group>
      <Stack maw={220}>
        <FilterSelect
          label="Status"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'all', label: 'All Codes' },
            { value: 'long', label: longText },
          ]}
        />
      </Stack>
    </Group>
  )
}
