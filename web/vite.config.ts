import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const loadedFirst = /assets.(rolldown-runtime|react|libraries|index)-[^/]*js$/

export default defineConfig({
  plugins: [react()],
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
            { name: 'sign-in', test: /web.auth.SignIn[.]/ },
            { name: 'shell', test: /web.shell.Shell[.]/ },
            { name: 'list', test: /web.ui.DataList[.]/ },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  resolve: { alias: [{ find: /^zod$/, replacement: path('zod.ts') }] },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
