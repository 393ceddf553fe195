import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2023',
    rolldownOptions: {
      output: {
        // A chunk of its own that runs first: no schema is made before zod knows of the policy.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
