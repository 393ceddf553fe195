import { SignedIn } from '@coinless/contract/auth.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { User } from '@coinless/contract/users.ts'
import { z } from 'zod'
import type { Kind, Members, ReplyShape } from './reply.ts'

/** What it takes to make a call. What it sends and what it is answered are types alone. */
export interface Call<E extends Endpoint = Endpoint> {
  method: E['method']
  path: string
  isPublic?: true
  /** Of the account of whoever is signed in, also while they work for another. */
  isOwn?: true
  bodyIsText?: true
  reply?: ReplyShape
  /** Never there: by it the compiler knows the endpoint. */
  readonly endpoint?: E
}

type Calls<Endpoints> = {
  [Feature in keyof Endpoints]: {
    [Name in keyof Endpoints[Feature]]: Endpoints[Feature][Name] extends Endpoint
      ? Call<Endpoints[Feature][Name]>
      : never
  }
}

function callOf(endpoint: Endpoint): Call {
  const { method, path, may, needs, bodyIsText } = endpoint
  const reply = shapeOf(endpoint)
  return {
    method,
    path,
    ...(may === 'anyone' && { isPublic: true }),
    ...(needs === 'account' && { isOwn: true }),
    ...(bodyIsText && { bodyIsText }),
    ...(reply && { reply }),
  }
}

/** Calls without a key on which it depends whether money moves. */
const ofMoney = /^[/](idempotency-keys|cycles-(stop|start-anew))[/]/

/** What is stored, counted or told of money is judged; other screens show what there is. */
function shapeOf({ path, reply, takesIdempotencyKey }: Endpoint): ReplyShape | undefined {
  if (reply === User) return 'user'
  if (reply === SignedIn) return 'signed-in'
  if (!(reply instanceof z.ZodObject)) return undefined
  if ('pagination' in reply.shape) return 'list'
  if (!takesIdempotencyKey && !ofMoney.test(path)) return undefined
  const members = membersOf(reply)
  // A payment by code is known by its remaining balance (SPEC section 7).
  if (members.transaction === 'thing') delete members.transaction
  return members
}

function membersOf({ shape }: z.ZodObject): Members {
  const members: Members = {}
  for (const [name, schema] of Object.entries(shape)) {
    const kind = kindOf(schema)
    if (kind) members[name] = kind
  }
  // An object with its id is the documented one. Its other members depend on the caller's rights.
  return members.id === 'string' ? { id: 'string' } : members
}

/** @returns undefined where it may be missing, or null */
function kindOf(schema: unknown): Kind | undefined {
  const mayMiss = [z.ZodOptional, z.ZodDefault, z.ZodNullable]
  if (mayMiss.some((each) => schema instanceof each)) return undefined
  if (schema instanceof z.ZodObject) return 'id' in schema.shape ? 'thing' : 'object'
  if (schema instanceof z.ZodArray) return 'array'
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodBoolean ? 'boolean' : 'string'
}

/** Every call of the contract. The build writes out this table in place of all the schemas. */
export const calls = Object.fromEntries(
  Object.entries(endpoints).map(([feature, all]) => [
    feature,
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, callOf(each)])),
  ]),
) as Calls<typeof endpoints>
