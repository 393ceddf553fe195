import type { Generated } from 'kysely'

export interface PlaceTables {
  time_zones: {
    owner_id: string
    /** null: all places without a time zone of their own. */
    location: string | null
    time_zone: string
    /** Whether devices have brought it to another place. */
    passed_on: Generated<boolean>
  }
}
