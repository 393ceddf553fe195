import type { BookingPlan, Slot } from '@coinless/contract/booking-plans.ts'
import type { DeviceType } from '@coinless/contract/choices.ts'
import type { ShownPeople } from '@coinless/contract/displays.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { OpeningHours } from '@coinless/contract/opening-hours.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type BookingRules = Omit<BookingPlan, 'groups'>

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
    /** null: nothing can be booked yet. */
    booking_rules: BookingRules | null
    opening_hours: (OpeningHours & { time_zone: string }) | null
    created_at: Timestamp
  }
  machine_groups: {
    id: Generated<string>
    room_id: string
    name: string
    device_ids: string[]
    dryer_minutes: number
    slots: JSONColumnType<Slot[]>
    created_at: Timestamp
    deleted_at: Generated<Date | null>
  }
  bookings: {
    id: Generated<string>
    group_id: string
    user_id: string
    starts_at: Date
    ends_at: Date
    release_at: Date | null
    language: Language
    created_at: Timestamp
    ended_at: Generated<Date | null>
    outcome: Generated<'used' | 'unused' | 'cancelled' | 'closed' | null>
    /** How often it was moved. */
    moves: Generated<number>
  }
  calendars: {
    user_id: string
    id: string
    secret_hash: Buffer
    language: Language
    created_at: Timestamp
    last_fetched_at: Generated<Date | null>
  }
  booked_machines: {
    booking_id: string
    device_id: string
    period: string
  }
  displays: {
    id: Generated<string>
    room_id: string
    user_id: string
    name: string
    language: Language
    shows_people: ShownPeople
    payer_id: string | null
    takes_payments: GeneratedAlways<boolean>
    secret_hash: Buffer
    created_at: Timestamp
    last_seen_at: Generated<Date | null>
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
    /** null: no booked slot. */
    booking_id: Generated<string | null>
    created_at: Timestamp
    expires_at: Date
    ended_at: Generated<Date | null>
    outcome: Generated<'used' | 'unused' | 'given_up' | 'closed' | null>
  }
}
