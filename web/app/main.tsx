import './early.ts'
import './shell/first-screen.css'
import './shell/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider } from '../shared/account/auth-context.tsx'
import { startLanguage } from '../shared/loading/language.ts'
import { unsaved, unsavedHolders } from '../shared/navigation/unsaved.ts'
import { basePath, withinBase } from '../shared/navigation/working-for.ts'
import { queryClient } from '../shared/queries/query-client.ts'
import { takeInvitation } from '../shared/session/invitation.ts'
import { takeScannedCodes } from '../shared/session/scanned-code.ts'
import { followOtherTabs } from '../shared/session/session-end.ts'
import { storedSession } from '../shared/session/session-store.ts'
import { colorBrowser, colorSchemeManager } from '../shared/theme/color-scheme.ts'
import { keepForOffline } from './offline/register.ts'
import { prefetchScreens } from './prefetch.ts'
import { Root } from './Root.tsx'
import { AppRouter } from './router/AppRouter.tsx'
import { stoppableHistory } from './router/stoppable-history.ts'
import { isLoaded, preload } from './routes.tsx'
import { theme } from './shell/theme.ts'
import { surviveTranslation } from './shell/translated-page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
surviveTranslation()
colorBrowser()
takeScannedCodes()
takeInvitation()
prefetchScreens()
followOtherTabs()
keepForOffline()
void show(root)

const loadQuestion = () => import('../shared/navigation/leaving.tsx')

// Not at the top level of this module, because the code of each screen waits for it.
async function show(root: HTMLElement) {
  await Promise.all([startLanguage(), preload(withinBase(location.pathname))])
  const [, sticker] = /^[/]m[/](.+)/.exec(location.pathname) ?? []
  if (sticker && storedSession()) {
    const machine = import('../screens/payments/machine-queries.ts')
    // If the code fails to load, the payment screen reports it.
    await machine.then(({ arriveAt }) => arriveAt(sticker)).catch(() => {})
  }
  const history = stoppableHistory({
    isLoaded: () => isLoaded(withinBase(location.pathname)),
    isStopped: () => unsaved() !== undefined,
    ask: async () => {
      const { askToLeave, leavingTexts } = await loadQuestion()
      return askToLeave({ held: unsaved, texts: leavingTexts })
    },
  })
  // The user can leave without a connection.
  unsavedHolders.subscribe(() => void (unsaved() && loadQuestion().catch(() => {})))
  // Otherwise a screen's code would load only after the code of its frames.
  history.shown.subscribe(() => void (storedSession() && preload(withinBase(location.pathname))))
  const app = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <AppRouter base={basePath} history={history}>
              <Root />
            </AppRouter>
          </AuthProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
  // As a transition, React renders in slices, and immediately if the code has loaded.
  startTransition(() => createRoot(root).render(app))
}
