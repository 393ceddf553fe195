import { isDeepStrictEqual } from 'node:util'
import { apiKeyPrefix } from '@coinless/contract/api-keys.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { id } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { adminRole, isAdmin, placesOf } from '@coinless/contract/permissions.ts'
import { hasRight, missingRight, type Need } from '@coinless/contract/rights.ts'
import { accountHeader, rightsOfStaff } from '@coinless/contract/staff.ts'
import type {} from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppConfig } from '../../platform/config/config.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type {
  CallerOfSession,
  KeyLookup,
  MembershipLookup,
  Origin,
  SessionLookup,
  SignedInCaller,
} from './caller.ts'
import { callerAddress, networksOf } from './caller-address.ts'

/** What an access token says: the user and the session that it was issued for. */
export interface AccessClaims {
  sub: string
  sid: string
  /** When the token runs out, in seconds since 1970; an API key has no such time. */
  exp?: number
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: AccessClaims
    user: AccessClaims
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    callerOfSession: SessionLookup
    sessionOfKey: KeyLookup
    membershipOf: MembershipLookup
    /** Still answers, but nobody should begin anything with it. */
    isLeaving: boolean
  }
}

/** Where a call comes from. */
export function originOf(request: FastifyRequest): Origin {
  const description = request.headers['user-agent'] ?? ''
  return { address: callerAddress(request), user_agent: description.slice(0, limits.userAgentMax) }
}

/** Where printed codes lead: the settings say so, no request does. */
export function originToPrint({ config }: Pick<Parts, 'config'>) {
  return { origin: config.publicUrl ?? null, is_origin_set: config.publicUrl !== undefined }
}

/**
 * The origin that a passkey belongs to: its browser signs for no other. Nothing else may follow a header of a request.
 * @throws Refusal bad_host when the request says where, and that is no origin
 */
export function passkeyOrigin(
  { config }: Pick<Parts, 'config'>,
  { protocol, host }: FastifyRequest,
): string {
  if (config.publicUrl) return config.publicUrl
  const url = URL.parse(`${protocol}://${host}`)
  if (!url || url.href !== `${url.origin}/`) throw new Refusal('bad_host')
  return url.origin
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

interface Parts {
  app: FastifyInstance
  config: AppConfig
}

/**
 * By the access token or the API key that comes with a call.
 * @throws Refusal signed_out without one, session_expired and api_key_refused with one that is no longer good
 */
export async function claimsOfCall(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<AccessClaims> {
  const token = bearerToken(request)
  if (!token) throw new Refusal('signed_out')
  if (token.startsWith(apiKeyPrefix)) {
    const ofKey = await app.sessionOfKey(token)
    if (!ofKey) throw new Refusal('api_key_refused')
    return ofKey
  }
  const claims = claimsOf(app, token)
  if (!claims) throw new Refusal('session_expired')
  return claims
}

/** @throws Refusal session_expired when the session has ended, not_staff */
export async function identify(
  { app, config }: Parts,
  request: FastifyRequest,
  { sid, sub }: AccessClaims,
): Promise<SignedInCaller> {
  const caller = await app.callerOfSession(sid, sub)
  if (!caller) throw new Refusal('session_expired')
  const account = request.headers[accountHeader]
  if (account !== undefined) return actingFor({ app, config }, request, caller, account)
  const isAdminHere = isAdmin(caller) && hasRight(caller, 'admin')
  const is_held_back = config.requireAdmin2fa && isAdminHere && !caller.second_factor
  const hasPower = isAdminHere && !is_held_back
  const roles = hasPower ? caller.roles : caller.roles.filter((role) => role !== adminRole)
  const networks = networksToCount(config, caller, request)
  return { ...caller, roles, is_held_back, acting: null, networks, ...originOf(request) }
}

/** Which count together what they do for an account without a verified address. */
export function networksToCount(
  { rateLimits }: AppConfig,
  { email_verified }: { email_verified: boolean },
  request: FastifyRequest,
) {
  return rateLimits && !email_verified ? networksOf(callerAddress(request)) : []
}

/**
 * The owner of the account, without the power of an admin, as far as the role of whoever works for them goes.
 * @throws Refusal not_staff
 */
async function actingFor(
  { app, config }: Parts,
  request: FastifyRequest,
  member: CallerOfSession,
  account: string | string[],
): Promise<SignedInCaller> {
  const ownerId = id.safeParse(account).data
  const membership =
    ownerId && !member.api_key ? await app.membershipOf(ownerId, member.id) : undefined
  if (!membership) throw new Refusal('not_staff')
  const { owner, role, places } = membership
  return {
    ...member,
    ...owner,
    roles: owner.roles.filter((each) => each !== adminRole),
    is_held_back: false,
    rights: rightsOfStaff(role, owner, places),
    acting: { id: member.id, email: member.email, membership_id: membership.id, role, places },
    networks: networksToCount(config, owner, request),
    ...originOf(request),
  }
}

/** Whose hands are at work, whatever account it is in. */
export function personOf({ id, acting }: Pick<SignedInCaller, 'id' | 'acting'>): string {
  return acting?.id ?? id
}

/** Whether a call that takes long still has the session, and the power, that it began with. */
export async function isStillAllowed(
  app: FastifyInstance,
  caller: SignedInCaller,
): Promise<boolean> {
  const { acting } = caller
  const now = await app.callerOfSession(caller.session_id, personOf(caller))
  if (!now) return false
  if (acting) {
    const membership = await app.membershipOf(caller.id, acting.id)
    return membership?.role === acting.role && isDeepStrictEqual(membership.places, acting.places)
  }
  return !isAdmin(caller) || (isAdmin(now) && now.second_factor === caller.second_factor)
}

/**
 * For what only admins may do.
 * @throws Refusal admin_only, second_factor_required
 */
export function refuseWithoutPower(caller: SignedInCaller): void {
  if (isAdmin(caller)) return
  throw new Refusal(caller.is_held_back ? 'second_factor_required' : 'admin_only')
}

/**
 * For what takes rights that a narrowed caller may not have.
 * @throws Refusal right_missing
 */
export function refuseWithoutRight(caller: SignedInCaller, need: Need): void {
  const right = missingRight(caller, need)
  if (right) throw new Refusal('right_missing', { right })
}

/**
 * For what whoever works for an owner may not call, whatever their rights.
 * @throws Refusal right_missing, all_places_only
 */
export function refuseStaff(
  caller: SignedInCaller,
  { isForStaff }: Pick<Endpoint, 'isForStaff'>,
): void {
  if (!caller.acting) return
  if (!isForStaff) throw new Refusal('right_missing', { right: 'account' })
  if (placesOf(caller) && isForStaff !== 'places') throw new Refusal('all_places_only')
}

/** undefined for a token that we did not issue, or that has run out unless that is ignored. */
export function claimsOf(
  app: FastifyInstance,
  token: string,
  options?: { ignoreExpiration: boolean },
): AccessClaims | undefined {
  try {
    return app.jwt.verify<AccessClaims>(token, options)
  } catch {
    return undefined
  }
}
