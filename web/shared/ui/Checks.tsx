import { Text } from '@mantine/core'
import { useId } from 'react'
import classes from './Checks.module.css'

interface ChecksProps<Value> {
  label: string
  /** Whether the label is on the screen, too. */
  isLabelShown?: boolean
  choices: { value: Value; label: string }[]
  chosen: readonly Value[]
  /** Receives the choices in their order. */
  choose: (chosen: Value[]) => void
  error: string | undefined
  'data-path': string
}

/** Checkboxes of which several can be chosen. */
export function Checks<Value extends string | number>(props: ChecksProps<Value>) {
  const { label, isLabelShown, choices, chosen, choose, error, 'data-path': path } = props
  const about = useId()
  return (
    <fieldset className={classes.checks} aria-label={label} aria-describedby={about}>
      {isLabelShown && (
        <Text component="legend" size="sm" fw={600}>
          {label}
        </Text>
      )}
      {choices.map(({ value, label: name }) => (
        <label key={value}>
          <input
            type="checkbox"
            data-path={path}
            checked={chosen.includes(value)}
            onChange={() => choose(switched(choices, chosen, value))}
          />
          {name}
        </label>
      ))}
      <Text id={about} size="sm" c="var(--mantine-color-error)" w="100%">
        {error}
      </Text>
    </fieldset>
  )
}

function switched<Value>(
  choices: { value: Value }[],
  chosen: readonly Value[],
  which: Value,
): Value[] {
  return choices
    .map(({ value }) => value)
    .filter((value) => (value === which) !== chosen.includes(value))
}
