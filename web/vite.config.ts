import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: { target: 'es2023' },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
