import { defineConfig } from 'vitest/config'
import { settings, withPostgres } from '../vitest.config.ts'

/** The tests of everything that moves money, for `npm run test:mutation`. */
export default defineConfig({
  test: {
    ...settings,
    ...withPostgres,
    include: [
      'contract/money.test.ts',
      'server/payments/*.test.ts',
      'server/card-processors/*.test.ts',
      'server/ledger/*.test.ts',
      'server/{idempotency,idempotency-keys}/*.test.ts',
      'server/prepaid-codes/{balance,history}.test.ts',
    ],
  },
})
