import type { DeviceType } from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export interface PlaceTables {
  time_zones: {
    owner_id: string
    /** null: all places without a time zone of their own. */
    location: string | null
    time_zone: string
    /** Whether devices have brought it to another place. */
    passed_on: Generated<boolean>
  }
  rooms: {
    id: Generated<string>
    number: string
    landlord_email: string
    location: string
    queue_types: Generated<DeviceType[]>
    hold_types: Generated<DeviceType[]>
    turn_minutes: Generated<number>
    hold_minutes: Generated<number>
    pause_minutes: Generated<number>
    created_at: Timestamp
  }
  queue_entries: {
    id: Generated<string>
    room_id: string
    device_type: DeviceType
    user_id: string
    line_number: Generated<string>
    missed_turns: Generated<number>
    language: Language
    created_at: Timestamp
    expires_at: Date
    ended_at: Generated<Date | null>
    outcome: Generated<'served' | 'left' | 'missed' | 'expired' | 'closed' | null>
  }
  machine_holds: {
    id: Generated<string>
    device_id: string
    user_id: string
    /** null: held on request. */
    queue_entry_id: string | null
    created_at: Timestamp
    expires_at: Date
    ended_at: Generated<Date | null>
    outcome: Generated<'used' | 'unused' | 'given_up' | 'closed' | null>
  }
}
