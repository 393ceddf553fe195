import type { StaffRole } from '@coinless/contract/choices.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { User } from '@coinless/contract/users.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Network } from './caller-address.ts'

export interface Origin {
  address: string
  user_agent: string
}

/** User of a session, and how the session was opened. */
export type CallerOfSession = Pick<Selectable<Tables['users']>, keyof User> &
  Pick<Selectable<Tables['sessions']>, 'second_factor' | 'is_registration'> & {
    session_id: string
    /** Name of the API key; null for a signed-in person. */
    api_key: string | null
    /** Rights that may be used; null: all. */
    rights: readonly Right[] | null
  }

/** Looks up the user of a session that has neither ended nor expired. */
export type SessionLookup = (
  sessionId: string,
  userId: string,
) => Promise<CallerOfSession | undefined>

/** Looks up the session and user of an API key; undefined if it is unknown or no longer valid. */
export type KeyLookup = (key: string) => Promise<{ sub: string; sid: string } | undefined>

/** Member of staff who calls on behalf of an account owner. */
export interface Acting {
  id: string
  email: string
  membership_id: string
  role: StaffRole
  /** Device locations that the role covers; null: all. */
  places: string[] | null
}

type OwnerFacts = Pick<Selectable<Tables['users']>, keyof User>

/** Looks up the account that a member works for, and their role. */
export type MembershipLookup = (
  ownerId: string,
  memberId: string,
) => Promise<
  { id: string; role: StaffRole; places: string[] | null; owner: OwnerFacts } | undefined
>

/**
 * The caller with session and origin. For a member of staff this is the account owner, with the rights of the
 * member's role.
 */
export type SignedInCaller = CallerOfSession &
  Origin & {
    acting: Acting | null
    /** An admin without admin rights, because the second factor is missing. */
    is_held_back: boolean
    /** Networks that share the limits for unverified accounts; empty for verified accounts or without rate limits. */
    networks: readonly Network[]
  }
