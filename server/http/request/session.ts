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

/** Claims of an access token: the user and the session that it was issued for. */
export interface AccessClaims {
  sub: string
  sid: string
  /** Expiry in seconds since 1970; not set for API keys. */
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
    /** True while stopping: the server still answers, but new work belongs on another server. */
    isLeaving: boolean
  }
}

export function originOf(request: FastifyRequest): Origin {
  const description = request.headers['user-agent'] ?? ''
  return { address: callerAddress(request), user_agent: description.slice(0, limits.userAgentMax) }
}

/** Origin for printed codes. Only the settings define it, never a request. */
export function originToPrint({ config }: Pick<Parts, 'config'>) {
  return { origin: config.publicUrl ?? null, is_origin_set: config.publicUrl !== undefined }
}

/**
 * The origin that passkeys belong to. Nothing else may use the request's Host header: here it is safe, because a
 * browser signs only for its own origin.
 * @throws Refusal bad_host if the Host header is needed and is not a valid host
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
 * Reads the access token or API key of a call.
 * @throws Refusal signed_out without a credential, session_expired or api_key_refused for an invalid one
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

/** @throws Refusal session_expired if the session has ended, not_staff */
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

/** Networks that share the limits for unverified accounts; empty for verified ones. */
export function networksToCount(
  { rateLimits }: AppConfig,
  { email_verified }: { email_verified: boolean },
  request: FastifyRequest,
) {
  return rateLimits && !email_verified ? networksOf(callerAddress(request)) : []
}

/**
 * The account owner as caller, without admin rights, limited to the rights of the member's role.
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

/** Id of the person who calls, in their own or another account. */
export function personOf({ id, acting }: Pick<SignedInCaller, 'id' | 'acting'>): string {
  return acting?.id ?? id
}

/** Whether a long call still has the session and permissions that it started with. */
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
 * Allows only admins.
 * @throws Refusal admin_only, second_factor_required
 */
export function refuseWithoutPower(caller: SignedInCaller): void {
  if (isAdmin(caller)) return
  throw new Refusal(caller.is_held_back ? 'second_factor_required' : 'admin_only')
}

/**
 * Requires rights that an API key or a member of staff may lack.
 * @throws Refusal right_missing
 */
export function refuseWithoutRight(caller: SignedInCaller, need: Need): void {
  const right = missingRight(caller, need)
  if (right) throw new Refusal('right_missing', { right })
}

/**
 * Rejects endpoints that members of staff may not call, regardless of their rights.
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

/** Returns undefined for a token that this server did not issue, or an expired one unless ignoreExpiration is set. */
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
