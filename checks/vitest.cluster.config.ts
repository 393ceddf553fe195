import { defineConfig } from 'vitest/config'
import { settings } from '../vitest.config.ts'

/** For `npm run test:cluster`, which needs root and Debian packages. */
export default defineConfig({
  test: {
    ...settings,
    include: ['test/system/cluster/*.cluster.ts'],
    fileParallelism: false,
  },
})
