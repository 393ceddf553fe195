type Names = Record<string, readonly string[]>

interface LanguageColumns {
  devices: Names
  codes: Names
  /** Words for the values of a field. */
  words: Record<string, Names>
}

const languages = Object.values(
  import.meta.glob<LanguageColumns>('../../../contract/texts/*/columns.json', {
    eager: true,
    import: 'default',
  }),
)

/** Names of a field's column in all languages: people keep files in their own. */
export function columnNames(noun: 'devices' | 'codes', field: string): string[] {
  return languages.flatMap(({ [noun]: { [field]: names = [] } }) => names)
}

/** Words for one value of a field in all languages. */
export function valueWords(field: string, value: string): string[] {
  return languages.flatMap(({ words }) => words[field]?.[value] ?? [])
}
