import type { StaffRole } from '@coinless/contract/choices.ts'
import type { Generated } from 'kysely'

export interface StaffTables {
  memberships: {
    id: Generated<string>
    owner_id: string
    email: string
    role: StaffRole
    /** Device locations in a fixed order; null: all. */
    places: Generated<string[] | null>
    /** null once accepted. */
    secret_hash: Buffer | null
    member_id: string | null
    invited_at: Generated<Date>
    joined_at: Date | null
    created_at: Generated<Date>
  }
}
