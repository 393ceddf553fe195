import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'

/** What it takes to make a call. What it sends and what it is answered are types alone. */
export interface Call<E extends Endpoint = Endpoint> {
  method: E['method']
  path: string
  isPublic?: true
  /** Of the account of whoever is signed in, also while they work for another. */
  isOwn?: true
  bodyIsText?: true
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

function callOf({ method, path, may, needs, bodyIsText }: Endpoint): Call {
  return {
    method,
    path,
    ...(may === 'anyone' && { isPublic: true }),
    ...(needs === 'account' && { isOwn: true }),
    ...(bodyIsText && { bodyIsText }),
  }
}

/** Every call of the contract. The build writes out this table in place of all the schemas. */
export const calls = Object.fromEntries(
  Object.entries(endpoints).map(([feature, all]) => [
    feature,
    Object.fromEntries(Object.entries(all).map(([name, each]) => [name, callOf(each)])),
  ]),
) as Calls<typeof endpoints>
