import type { StaffRole } from '@coinless/contract/choices.ts'
import type { Right } from '@coinless/contract/rights.ts'
import type { User } from '@coinless/contract/users.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Network } from './caller-address.ts'

/** Where a call comes from. */
export interface Origin {
  address: string
  user_agent: string
}

/** Whose a session is, and how it was opened. */
export type CallerOfSession = Pick<Selectable<Tables['users']>, keyof User> &
  Pick<Selectable<Tables['sessions']>, 'second_factor' | 'is_registration'> & {
    session_id: string
    /** The name of the API key that calls; null: somebody signed in. */
    api_key: string | null
    /** Which rights of the account may be used; null: all. */
    rights: readonly Right[] | null
  }

/** The user of a session that has neither ended nor run out. */
export type SessionLookup = (
  sessionId: string,
  userId: string,
) => Promise<CallerOfSession | undefined>

/** The session that an API key stands on, and whose it is; undefined for one that is over or never was. */
export type KeyLookup = (key: string) => Promise<{ sub: string; sid: string } | undefined>

/** Who works for the owner of an account, and calls in their name. */
export interface Acting {
  id: string
  email: string
  membership_id: string
  role: StaffRole
  /** Locations of devices; null: all. */
  places: string[] | null
}

type OwnerFacts = Pick<Selectable<Tables['users']>, keyof User>

/** The account that somebody works for, as what. */
export type MembershipLookup = (
  ownerId: string,
  memberId: string,
) => Promise<
  { id: string; role: StaffRole; places: string[] | null; owner: OwnerFacts } | undefined
>

/**
 * Who calls, in which session and from where. Whoever works for an owner is that owner here, with the rights of
 * their role.
 */
export type SignedInCaller = CallerOfSession &
  Origin & {
    acting: Acting | null
    /** An admin without the rights of one, for want of a second factor. */
    is_held_back: boolean
    /** Which count together what their unverified accounts make; none of a verified one, or where nothing is limited. */
    networks: readonly Network[]
  }
