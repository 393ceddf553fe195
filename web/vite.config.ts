import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const loadedFirst = /assets.(rolldown-runtime|react|libraries|index)-[^/]*js$/

/** What both the sign-in screen and the lists show: else the lists would load all of that screen. */
const pieces = [
  'components.(ActionIcon|Alert|Card|NativeSelect|TextInput)[/]',
  'auto-contrast|scoped-keydown|use-uncontrolled|DirectionProvider',
  'lucide-react.*Icon[.]|useMutation',
  'web.(failures|shell.(Logo|language-names)|ui.(formats|toasts|use-title))|contract.choices',
].join('|')

/** Small ones of most screens, each of which would be a file of its own. */
const smallPieces = [
  'components.(Badge|SimpleGrid)[/]',
  'lucide-react.*icons',
  'web.(use-(?!kept-form)|WaitingCodes|ui.(?!FormNotice|NumberField|number-text|use-checked-form|OpenedMenu))',
].join('|')

/** Builds other code than a file has. The build fails once there is no such file. */
function replaced(file: string, code: string): Plugin {
  let isReplaced = false
  return {
    name: `replaced ${file}`,
    apply: 'build',
    load(id) {
      if (!id.endsWith(file)) return null
      isReplaced = true
      return code
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`${file} is no part of the app any more`)
    },
  }
}

/** Of the contract's endpoints only what it takes to call them: the schemas stay with the forms. */
function calls(): string {
  const features = Object.entries(endpoints).map(([feature, calls]) => [
    feature,
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, neededOf(call)])),
  ])
  return `export const endpoints = ${JSON.stringify(Object.fromEntries(features))}`
}

function neededOf({ method, path, may, bodyIsText }: Endpoint) {
  return { method, path, ...(may === 'anyone' && { may }), ...(bodyIsText && { bodyIsText }) }
}

/** Mantine's own draws whatever has an id a second time, before the first is painted. */
const useId = `
  import { useId as useReactId } from 'react'
  export function useId(given) {
    const id = useReactId()
    return typeof given === 'string' ? given : id
  }`

export default defineConfig({
  plugins: [
    react(),
    replaced('/contract/endpoints.ts', calls()),
    replaced('/@mantine/hooks/esm/use-id/use-id.mjs', useId),
  ],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    // What index.html has loaded already need not be asked for again.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !loadedFirst.test(file)),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          // Few files come sooner than many small ones: each of these with all that it needs, less
          // what the ones before it have brought, and the rest by the screens that share it.
          groups: [
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules.(react|react-dom|scheduler)[/]/,
            },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first', tags: ['$initial'] },
            { name: 'pieces', test: new RegExp(pieces) },
            { name: 'sign-in', test: /web.auth.SignIn[.]/ },
            { name: 'shell', test: new RegExp(`web.shell.Shell[.]|${smallPieces}`) },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  resolve: { alias: [{ find: /^zod$/, replacement: path('zod.ts') }] },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 3000}` } },
})
