import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languages } from '@coinless/contract/languages.ts'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { columnLabels } from './screens/devices/column-labels.ts'
import { pagesOfMarkdown } from './screens/help/pages-of-markdown.ts'
import { calls } from './shared/calls/calls.ts'

const loadedFirst = /assets.(rolldown-runtime|react|libraries|early|index)-[^/]*js$/

/** Modules of the early script and everything that they import. */
const early =
  /web.\w+.(early|calls.(early|request)|loading.(styles|text-files|which-language)|session.(session-store|working-for)|ui.(account-storage|store))[.]ts$|contract.languages[.]ts$|vite.preload-helper/

/** Modules shared by the sign-in screen and the lists: otherwise the lists would load the whole sign-in screen. */
const pieces = [
  'components.(ActionIcon|Alert|Card|Group|NativeSelect|TextInput)[/]',
  'auto-contrast|scoped-keydown|use-uncontrolled|DirectionProvider',
  'lucide-react.*Icon[.]|useMutation',
  'web.shared.(queries.(failures|use-single-mutation)|ui.(Logo|formats|toasts|use-title|focus-main)|forms.(BusyButton|use-focus-back))|contract.(choices|languages|limits)',
].join('|')

/** Modules that only lists need. */
const ofLists = 'DataList|PageBar|SearchField|FilterSelect|use-list|page-numbers'

/** Small modules of most screens, each of which would otherwise be a separate file. */
const smallPieces = [
  'components.(Badge|SimpleGrid|Switch)[/]',
  'lucide-react.*icons',
  'contract.sticker-numbers',
  `web.shared.(live[/]|navigation.ReportLink|queries.use-(?!list)|account.WaitingCodes|ui.(?!${ofLists}|check-there|NumberField|number-shown|PasswordField|OneTimeCodeField|OpenedMenu|BarChart|chart-scale|event-cells|weekdays))`,
].join('|')

/** Replaces a module with its computed exports. The build fails if the file is not part of the app. */
function writtenOut(file: string, values: Record<string, unknown>): Plugin {
  let isWritten = false
  return {
    name: `written out ${file}`,
    apply: 'build',
    load(id) {
      if (!id.endsWith(file)) return null
      isWritten = true
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
    buildEnd(error) {
      if (!error && !isWritten) this.error(`${file} is no part of the app any more`)
    },
  }
}

/** Replaces a module that loads the texts of each language by name: the screens import them all, with the code. */
function textsWithCode(name: string): Plugin {
  return {
    name: `${name} texts of all languages`,
    load(id) {
      if (!id.endsWith(`/contract/texts/${name}-texts.ts`)) return null
      const imports = languages.map((each) => `import * as ${each} from './${each}/${name}s.ts'`)
      const texts = languages.map((each) => `${each}: ${each}.${name}s`)
      return `${imports.join('\n')}\nexport const ${name}Texts = { ${texts.join()} }`
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
  /texts.\w+.(first|screens)[.]json$|web.\w+.(shell.(Shell|UserMenuItems)|auth.SignIn|dashboard.Dashboard|payments.(ProcessPayment|CardForm|DeviceSelect))[.]tsx$/

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
  plugins: [
    react(),
    pagesOfMarkdown(),
    standIn('zod', 'stand-ins/zod.ts'),
    standIn('klona/full', 'stand-ins/klona.ts'),
    standIn('@mantine/hooks', 'stand-ins/mantine-hooks.ts'),
    standIn('./ssr/components.js', 'stand-ins/router-prefetch.ts', /react-router.*dom.lib[.]js$/),
    standIn(
      './dom/ssr/components.js',
      'stand-ins/router-prefetch.ts',
      /react-router.*components[.]js$/,
    ),
    standIn('../ScrollArea/ScrollArea.mjs', 'stand-ins/scroll-area.tsx'),
    standIn(
      '../../ScrollArea/ScrollArea.mjs',
      'stand-ins/scroll-area.tsx',
      /OptionsDropdown[.]mjs$/,
    ),
    writtenOut('/web/shared/calls/calls.ts', { calls }),
    writtenOut('/web/screens/devices/column-labels.ts', { columnLabels }),
    textsWithCode('field'),
    textsWithCode('document'),
    runsEarly('early'),
    shellKeeper(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    // Files that index.html loads need no preload.
    modulePreload: {
      // Browsers without modulepreload request the files slightly later.
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !loadedFirst.test(file)),
    },
    rolldownOptions: {
      // Timings depend on the speed of the machine.
      checks: { bundlerTimings: false },
      // A warning fails the build, because it would be overlooked later.
      onwarn: ({ message }) => {
        throw new Error(message)
      },
      output: {
        // 28 bits distinguish versions, and the entry contains the names of all files.
        hashCharacters: 'hex',
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
        codeSplitting: {
          // A few files load faster than many small ones. Each group takes its modules with their imports, except those
          // of earlier groups; the rest is split by the screens that share it.
          groups: [
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules.(react|react-dom|scheduler)[/]/,
            },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'early', tags: ['$initial'], test: early },
            { name: 'first', tags: ['$initial'] },
            { name: 'pieces', test: new RegExp(pieces) },
            {
              name: 'forms',
              test: /node_modules.@mantine.form|components.Tabs[/]|web.shared.forms.use-/,
            },
            { name: 'sign-in', test: /web.screens.auth.SignIn[.]/ },
            {
              name: 'shell',
              test: new RegExp(`web.app.shell.(Shell|AdminOnly)[.]|${smallPieces}`),
            },
            { name: 'lists', test: new RegExp(`web.shared.(ui|queries).(${ofLists})`) },
            {
              name: 'devices',
              test: /contract.device-fields|web.screens.devices.(device-facts|use-device-deletion)/,
            },
            { name: 'ProcessPayment', test: /web.screens.payments.ProcessPayment[.]/ },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 3000}` } },
})
