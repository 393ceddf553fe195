import '@mantine/core/styles/Kbd.layer.css'
import { limits } from '@coinless/contract/limits.ts'
import {
  Button,
  Combobox,
  Group,
  Kbd,
  Loader,
  Modal,
  Text,
  TextInput,
  useCombobox,
} from '@mantine/core'
import { ChevronRight, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { t } from '../../shared/texts/texts.ts'
import { type Binding, shownKeys } from './bindings.ts'
import {
  type Group as Entries,
  type Entry,
  foundGroups,
  guideEntries,
  matching,
  settingsEntries,
  subpagesOf,
  tasksOf,
} from './entries.ts'
import { Keys } from './Keys.tsx'
import classes from './Palette.module.css'
import { useSearchResults } from './use-search-results.ts'

interface PaletteProps {
  /** Entries of the menu. */
  pages: Entry[]
  bindings: readonly Binding[]
  opened: 'palette' | 'keys' | undefined
  close: () => void
}

/** Finds every page and record by a few letters, and shows the keyboard shortcuts. */
export default function Palette({ pages, bindings, opened, close }: PaletteProps) {
  return (
    <>
      <Modal
        opened={opened === 'palette'}
        onClose={close}
        withCloseButton={false}
        returnFocus={false}
        attributes={{ content: { 'aria-label': t('palette.name') } }}
        // No transition, so that users can type right after the shortcut.
        transitionProps={{ duration: 0 }}
        padding={0}
        yOffset="10dvh"
        size="lg"
        keepMounted={false}
      >
        <Finder pages={pages} bindings={bindings} close={close} />
      </Modal>
      <Keys bindings={bindings} isOpen={opened === 'keys'} close={close} />
    </>
  )
}

function Finder({ pages, bindings, close }: Omit<PaletteProps, 'opened'>) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [thing, setThing] = useState<Entry>()
  const { shown, failure, isLoading, retry } = useGroups({ pages, bindings, text, thing })
  const store = useCombobox({ opened: true })
  const ids = shown.flatMap(({ label, entries }) => entries.map(({ id }) => label + id))
  // Enter selects the first option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the options shown
  useEffect(() => void store.selectFirstOption(), [ids.join()])
  const field = useRef<HTMLInputElement>(null)
  const entries = shown.flatMap((group) => group.entries)

  function go(entry: Entry) {
    close()
    if ('run' in entry) entry.run()
    else navigate(entry.to)
  }

  function look(into: Entry | undefined) {
    setThing(into)
    setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // An open list would otherwise handle Escape.
    if (event.key === 'Escape') close()
    const { selectionStart, value } = event.currentTarget
    const chosen = entries[store.getSelectedOptionIndex()]
    if (event.key === 'ArrowRight' && chosen?.more && selectionStart === value.length) {
      event.preventDefault()
      look(chosen)
    }
    if (thing && value === '' && ['ArrowLeft', 'Backspace'].includes(event.key)) look(undefined)
  }

  return (
    <Combobox store={store} onOptionSubmit={(value) => go(entries[ids.indexOf(value)] as Entry)}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          role="combobox"
          data-autofocus
          aria-label={thing ? t('palette.of', { name: thing.label }) : t('palette.hint')}
          placeholder={thing ? thing.label : t('palette.hint')}
          variant="unstyled"
          className={classes.field}
          size="md"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.searchMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          leftSection={<Search size={18} aria-hidden />}
          rightSection={isLoading && <Loader size={16} />}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={t('palette.name')}>
        {shown.map((group) => (
          <Options key={group.label} group={group} />
        ))}
      </Combobox.Options>
      <SearchStatus isEmpty={!isLoading && shown.length === 0} failure={failure} retry={retry} />
      <Hints isInside={thing !== undefined} />
    </Combobox>
  )
}

interface GroupsOptions extends Pick<PaletteProps, 'pages' | 'bindings'> {
  text: string
  /** The entry whose further actions are shown. */
  thing: Entry | undefined
}

/** Groups with entries that match the text. */
function useGroups({ pages, bindings, text, thing }: GroupsOptions) {
  const user = useUser()
  const { found, failure, isLoading, retry } = useSearchResults(thing ? '' : text)
  const groups = thing
    ? [{ label: thing.label, entries: matching(thing.more ?? [], text) }]
    : [
        { label: t('palette.pages'), entries: matching([...pages, ...subpagesOf(user)], text) },
        { label: t('menu.settings'), entries: matching(settingsEntries(user), text) },
        ...(found ? foundGroups(found, user) : []),
        {
          label: t('palette.tasks'),
          entries: matching([...tasksOf(user), ...runs(bindings)], text),
        },
        { label: t('shell.help'), entries: matching(guideEntries(user), text) },
      ]
  const shown = groups.filter(({ entries }) => entries.length > 0)
  return { shown, failure, isLoading, retry }
}

interface SearchStatusProps {
  isEmpty: boolean
  failure: string | undefined
  retry: () => void
}

function SearchStatus({ isEmpty, failure, retry }: SearchStatusProps) {
  return (
    <>
      <div role="status" className={classes.status}>
        {isEmpty && !failure && t('palette.nothing')}
        {failure}
      </div>
      {failure && (
        <Button variant="default" size="xs" mx="md" mb="md" onClick={retry}>
          {t('list.tryAgain')}
        </Button>
      )}
    </>
  )
}

/** @param isInside whether the further actions of an entry are shown */
function Hints({ isInside }: { isInside: boolean }) {
  return (
    <Group className={classes.keys} gap="lg" visibleFrom="sm" aria-hidden>
      <Hint keys={['↑', '↓']} says={t('palette.choose')} />
      <Hint keys={['Enter']} says={t('palette.open')} />
      <Hint keys={[isInside ? '←' : '→']} says={t(isInside ? 'palette.back' : 'palette.more')} />
      <Hint keys={['Esc']} says={t('action.close')} />
    </Group>
  )
}

function Options({ group: { label, entries } }: { group: Entries }) {
  return (
    <Combobox.Group label={label}>
      {entries.map(({ id, label: name, detail, Icon, more }) => (
        <Combobox.Option key={id} value={label + id} className={classes.option}>
          <Icon size={18} aria-hidden />
          <span className={classes.text}>
            <span>{name}</span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </span>
          {more && <ChevronRight size={16} aria-hidden className={classes.more} />}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

function Hint({ keys, says }: { keys: string[]; says: string }) {
  return (
    <Group gap={4}>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
      <Text size="xs" c="dimmed">
        {says}
      </Text>
    </Group>
  )
}

/** Actions of the bindings, except opening the open palette. */
function runs(bindings: readonly Binding[]): Entry[] {
  return bindings
    .filter(({ keys }) => keys !== 'mod+K')
    .map((binding) => ({
      id: binding.keys,
      label: t(binding.label),
      detail: shownKeys(binding).join(' '),
      Icon: ChevronRight,
      run: binding.run,
    }))
}
