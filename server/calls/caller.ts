import type { User } from '@coinless/contract/users.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Where a call comes from. */
export interface Origin {
  address: string
  user_agent: string
}

/** Whose a session is, and how it was opened. */
type CallerOfSession = Pick<Selectable<Tables['users']>, keyof User> &
  Pick<Selectable<Tables['sessions']>, 'second_factor' | 'is_registration'> & {
    session_id: string
  }

/** The user of a session that has neither ended nor run out. */
export type SessionLookup = (
  sessionId: string,
  userId: string,
) => Promise<CallerOfSession | undefined>

/** Who calls, in which session and from where. */
export type SignedInCaller = CallerOfSession &
  Origin & {
    /** An admin without the rights of one, for want of a second factor. */
    is_held_back: boolean
  }
