import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { servedDocuments } from './served-documents.ts'

export interface Page {
  title: string
  html: string
}

type Load = () => Promise<Page>

const ofGuide = import.meta.glob<Page>('../../../docs/guide/*/*.md')
/** Same list as in served-documents.ts; a test compares them. */
const documents = import.meta.glob<Page>(
  '../../../docs/{integrate,operate}/{agent,mqtt,operating,relays,scaling}.md',
)

/** Language and loader of a page, in English if not translated; undefined if there is none with this name. */
export function findPage(
  name: string,
  language: Language,
): { language: Language; load: Load } | undefined {
  for (const each of [language, defaultLanguage]) {
    const page = ofGuide[`../../../docs/guide/${each}/${name}.md`]
    if (page) return { language: each, load: page }
  }
  const document = documents[`../../../docs/${servedDocuments[name]}/${name}.md`]
  return document && { language: defaultLanguage, load: document }
}
