import { Button, Group } from '@mantine/core'

interface Choice<Value> {
  value: Value
  label: string
  /** Language of the label, if not that of the page. */
  lang?: string
}

interface ChoiceButtonsProps<Value> {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value
  choose: (value: Value) => void
}

/** A few small buttons, of which one is chosen. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const { label, choices, chosen, choose } = props
  return (
    <Group justify="center" gap="xs" role="group" aria-label={label}>
      {choices.map(({ value, label: name, lang }) => (
        <Button
          key={value}
          size="xs"
          variant={value === chosen ? 'default' : 'transparent'}
          aria-pressed={value === chosen}
          lang={lang}
          onClick={() => choose(value)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}
