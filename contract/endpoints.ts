import { auth } from './auth.ts'
import { devices } from './devices.ts'
import { health } from './health.ts'
import { payments } from './payments.ts'
import { prepaidCodes } from './prepaid-codes.ts'
import { transactions } from './transactions.ts'
import { me } from './users.ts'

/** The whole API, by feature. The server does not start with one of these missing. */
export const endpoints = { auth, me, devices, prepaidCodes, payments, transactions, health }
