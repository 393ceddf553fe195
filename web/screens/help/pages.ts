import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { servedDocuments } from './served-documents.ts'

export interface Page {
  title: string
  html: string
}

type Load = () => Promise<Page>

const ofGuide = import.meta.glob<Page>('../../../docs/guide/{en,es}/*.md')
/** Same list as in served-documents.ts; a test compares them. */
const documents = import.meta.glob<Page>(
  '../../../docs/{integrate,operate}/{agent,mqtt,operating,relays,scaling}.md',
)

/** Language and loader of a page; undefined if there is none with this name. */
export function findPage(
  name: string,
  language: Language,
): { language: Language; load: Load } | undefined {
  const page = ofGuide[`../../../docs/guide/${language}/${name}.md`]
  if (page) return { language, load: page }
  const document = documents[`../../../docs/${servedDocuments[name]}/${name}.md`]
  return document && { language: defaultLanguage, load: document }
}
