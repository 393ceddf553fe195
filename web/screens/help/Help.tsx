import { Anchor, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { LanguageSwitch } from '../../shared/loading/LanguageSwitch.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import NotFound from '../../shared/navigation/NotFound.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { basePath } from '../../shared/navigation/working-for.ts'
import { Link } from '../../shared/router/Link.tsx'
import { useHistoryEntry } from '../../shared/router/use-history-entry.ts'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import classes from './Help.module.css'
import { findPage, type Page } from './pages.ts'

/** A public page of the guide. */
export default function Help() {
  const { page: name = 'index' } = useParams()
  const found = findPage(name, currentLanguage())
  if (!found) return <NotFound />
  return <HelpPage lang={found.language} load={found.load} />
}

function HelpPage({ lang, load }: { lang: string; load: () => Promise<Page> }) {
  const [page, setPage] = useState<Page>()
  const { hash } = useHistoryEntry()
  useEffect(() => {
    // Throws while rendering, so that a page that fails to load is reported.
    const fail = (error: unknown) =>
      setPage(() => {
        throw error
      })
    void awaited(load).then(setPage, fail)
  }, [load])
  useEffect(() => {
    if (page) placeAt(hash)?.scrollIntoView()
  }, [page, hash])
  useTitle(page?.title ?? t('shell.help'))
  return (
    <div className={classes.page}>
      <Group component="header" justify="space-between" className="screen-only">
        <Group component="nav" gap="md" aria-label={t('shell.help')}>
          <Logo />
          <Anchor component={Link} to="/" className={classes.link}>
            Coinless
          </Anchor>
          <Anchor component={Link} to={paths.help} className={classes.link}>
            {t('shell.help')}
          </Anchor>
        </Group>
        <LanguageSwitch />
      </Group>
      <main
        id="main"
        tabIndex={-1}
        className={classes.text}
        lang={lang}
        aria-busy={!page}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, converted at build time
        dangerouslySetInnerHTML={{ __html: withinAccount(page?.html ?? '') }}
      />
    </div>
  )
}

/** Keeps staff within the account that they work for. */
function withinAccount(html: string): string {
  return html.replaceAll('<a href="/', `<a href="${basePath}/`)
}

/** An address truncated in a chat or mail opens the page without its section. */
function placeAt(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
