import type { Right } from '@coinless/contract/rights.ts'

export interface ApiKeyTables {
  api_keys: {
    id: string
    name: string
    key_hash: Buffer
    ending: string
    rights: Right[]
    last_used_at: Date | null
  }
}
