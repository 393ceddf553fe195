import '../app/shell/first-screen.css'
import '../app/shell/base.css'
import '../app/shell/shell.css'
import { defaultLanguage, languages } from '@coinless/contract/languages.ts'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { theme } from '../app/shell/theme.ts'
import { chooseLanguage, loadLaterTexts } from '../shared/loading/language.ts'
import { queryClient } from '../shared/queries/query-client.ts'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { Gallery } from './Gallery.tsx'

// Only in npm run dev: the build starts at ../index.html, which does not link this page.
const address = new URLSearchParams(location.search)
const language = languages.find((each) => each === address.get('language')) ?? defaultLanguage
const scheme = address.get('scheme') === 'dark' ? 'dark' : 'light'
const root = document.getElementById('root')

await chooseLanguage(language)
await loadLaterTexts()
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} forceColorScheme={scheme} deduplicateCssVariables={false}>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Toasts />
          <Gallery language={language} scheme={scheme} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
