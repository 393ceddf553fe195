import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { pagesOfMarkdown } from './screens/help/pages-of-markdown.ts'
import { calls } from './shared/calls/calls.ts'

/** Modules shared by the sign-in screen and the lists: otherwise the lists would load the whole sign-in screen. */
const pieces = [
  'components.(ActionIcon|Alert|Card|Group|NativeSelect|TextInput)[/]',
  'auto-contrast|scoped-keydown|use-uncontrolled|DirectionProvider',
  'lucide-react.*Icon[.]|useMutation',
  'web.shared.(queries.(failures|use-single-mutation)|rooms.LazyOthers|ui.(Logo|formats|toasts|use-title|focus-main)|forms.(BusyButton|use-focus-back))|contract.(choices|languages|limits|revenue-limits|texts.formats)',
].join('|')

/** Small modules of most screens, each of which would otherwise be a separate file. Icons of one rare screen stay there. */
const smallPieces = [
  'components.(Badge|SimpleGrid|Switch)[/]',
  'lucide-react.*icons.(?!arrow-left|calendar-(?:clock|range)|camera|circle-pause|file-up|flag|refresh-cw|rotate-ccw)',
  'contract.sticker-numbers',
  'web.shared.(live[/]|navigation.ReportLink|codes.code-label|queries.use-(?!list)|account.WaitingCodes|ui.(?!BackLink|Checks|DataList|PageBar|SearchField|FilterSelect|use-list|page-numbers|check-there|AmountField|NumberField|number-shown|PasswordField|OneTimeCodeField|OpenedMenu|LinkTabs|LinkedRows|BarChart|chart-scale|event-cells|weekdays))',
].join('|')

/** Texts of a language that every screen loads. */
const firstTexts = /contract.texts.(\w+).(?:first[.]json|fields[.]ts)$/

/** Replaces the calls with their computed values. Saves 51 kB of 254 for a scanned machine: all schemas. */
function computedCalls(): Plugin {
  let isReplaced = false
  return {
    name: 'computed calls',
    apply: 'build',
    load(id) {
      if (!id.endsWith('/web/shared/calls/calls.ts')) return null
      isReplaced = true
      return `export const calls = ${JSON.stringify(calls)}`
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('calls.ts is no longer part of the app')
    },
  }
}

/** Replaces a package with a local file for every importer except that file. */
function standIn(name: string, file: string, whose = /./): Plugin {
  const own = fileURLToPath(new URL(file, import.meta.url))
  return {
    name: `stand-in for ${name}`,
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === name && importer !== own && whose.test(importer ?? '') ? own : null,
  }
}

/** Modules that a URL needs to open offline, besides those that every page loads. */
const keptScreens =
  /texts.\w+.(first|screens)[.]json$|web.\w+.(shell.(Shell|UserMenuItems)|auth.(SignIn|ScannedMachine)|dashboard.Dashboard|payments.(ProcessPayment|CardForm|DeviceSelect|StickerField|LastOutcome))[.]tsx$/

/** Writes the service worker with the list of its cached files. */
function shellKeeper(): Plugin {
  return {
    name: 'service worker',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (!dir || !entry) return this.error('no entry')
      const files = new Set<string>()
      const keep = (name: string) => {
        const chunk = bundle[name]
        if (files.has(name) || chunk?.type !== 'chunk') return
        files.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
        chunk.imports.forEach(keep)
      }
      keep(entry.fileName)
      for (const { fileName, moduleIds } of chunks) {
        if (moduleIds.some((id) => keptScreens.test(id))) keep(fileName)
      }
      const version = createHash('sha256')
        .update([...files].sort().join())
        .digest('hex')
      const built = {
        version: version.slice(0, 12),
        entry: entry.fileName,
        files: [...files].map((name) => `/${name}`),
      }
      const code = readFileSync(new URL('app/offline/service-worker.js', import.meta.url), 'utf8')
      writeFileSync(`${dir}/sw.js`, `const built = ${JSON.stringify(built)}\n${code}`)
    },
  }
}

/** Runs a chunk as soon as it has loaded, without waiting for the imports of the entry. */
function runsEarly(chunkName: string): Plugin {
  return {
    name: `runs ${chunkName} early`,
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(({ name }) => name === chunkName)
        if (chunk?.type !== 'chunk') throw new Error(`no chunk ${chunkName}`)
        const others = chunk.imports.filter((name) => !name.includes('rolldown-runtime'))
        if (others.length > 0) throw new Error(`${chunkName} waits for ${others.join()}`)
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head' as const }]
      },
    },
  }
}

export default defineConfig({
  // contract/currency.ts: pages do without what only a server needs.
  define: { 'globalThis.process': 'undefined' },
  plugins: [
    react(),
    pagesOfMarkdown(),
    // Saves a second rendering of every element with an id.
    standIn('@mantine/hooks', 'stand-ins/mantine-hooks.ts'),
    // Saves 17 kB of 220 for a scanned machine.
    standIn('../ScrollArea/ScrollArea.mjs', 'stand-ins/scroll-area.tsx'),
    standIn(
      '../../ScrollArea/ScrollArea.mjs',
      'stand-ins/scroll-area.tsx',
      /OptionsDropdown[.]mjs$/,
    ),
    computedCalls(),
    // Saves no bytes: the first requests start before the libraries load.
    runsEarly('early'),
    shellKeeper(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    rolldownOptions: {
      // Timings depend on the speed of the machine.
      checks: { bundlerTimings: false },
      // A warning fails the build, because it would be overlooked later.
      onwarn: ({ message }) => {
        throw new Error(message)
      },
      output: {
        // Saves 2 kB of 205 for a scanned machine: the entry contains the names of all files.
        hashCharacters: 'hex',
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
        codeSplitting: {
          // A few files load faster than many small ones. Each group takes its modules with their imports, except those
          // of earlier groups; the rest is split by the screens that share it.
          groups: [
            // Stays in the browser's cache when an update changes only the app.
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            // Its own chunk can run before the libraries load.
            { name: 'early', test: /web.app.early[.]ts$/ },
            // Saves 45 kB of 196 for the sign-in screen.
            { name: 'first', tags: ['$initial'] },
            // Saves 16 kB of 210 for a list.
            { name: 'pieces', test: new RegExp(pieces) },
            // One file for each language, without what all share.
            {
              name: (id: string) => firstTexts.exec(id)?.[1] ?? null,
              test: firstTexts,
            },
            // Saves 3 kB of 206 for a scanned machine.
            {
              name: 'forms',
              test: /node_modules.@mantine.form|components.Tabs[/]|web.shared.forms.use-/,
            },
            // Saves 37 kB of 188 for the sign-in screen.
            { name: 'sign-in', test: /web.screens.auth.SignIn[.]/ },
            // Saves 25 kB of 219 for a list, 18 files of 33 for a scanned machine.
            {
              name: 'shell',
              test: new RegExp(`web.app.shell.(Shell|AdminOnly)[.]|${smallPieces}`),
            },
            // Saves 2 kB of 205 for a scanned machine, 7 files of 22.
            { name: 'ProcessPayment', test: /web.screens.payments.ProcessPayment[.]/ },
            // Saves 1 kB of 195 for a list.
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 3000}` } },
})
