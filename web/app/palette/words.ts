import { paths } from '../../shared/navigation/paths.ts'

const languages = Object.values(
  import.meta.glob<Record<string, string>>('../../../contract/texts/*/palette.json', {
    eager: true,
    import: 'default',
  }),
)

const wordsOfPages = new Map<string, string>()
for (const pages of languages) {
  for (const [page, words] of Object.entries(pages)) {
    const address = addressOf(page)
    wordsOfPages.set(address, `${wordsOfPages.get(address) ?? ''} ${words}`)
  }
}

/** @param page a name in `paths`, or 'help.' and a page of the guide */
function addressOf(page: string): string {
  const [, helpPage] = page.split('help.')
  return helpPage ? paths.helpPage(helpPage) : (paths[page as 'help'] ?? '')
}

/** Words that find a page besides its label, in all languages. */
export function wordsOf(address: string): string {
  return wordsOfPages.get(address) ?? ''
}
