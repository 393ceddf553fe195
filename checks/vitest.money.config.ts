import { defineConfig } from 'vitest/config'
import { settings, withPostgres } from '../vitest.config.ts'

/** Tests of all code that moves money, for `npm run test:mutation`. */
export default defineConfig({
  test: {
    ...settings,
    ...withPostgres,
    include: [
      'contract/money.test.ts',
      'server/payments/{payments,cards}/*.test.ts',
      'server/platform/card-processors/*.test.ts',
      'server/ledger/entries/*.test.ts',
      'server/http/{idempotency,idempotency-keys}/*.test.ts',
      'server/codes/prepaid-codes/{balance,history}.test.ts',
    ],
  },
})
