import { randomUUID } from 'node:crypto'
import { staff } from '@coinless/contract/staff.ts'
import { password } from './make.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const proof = { current_password: password }
const ofMember = ({ membershipId: id }: World) => ({ params: { id } })
const secret = ({ invitation }: World) => ({ body: { secret: invitation.secret } })

export const staffRows: Row[] = [
  {
    endpoint: staff.invite,
    send: () => ({ body: { ...proof, email: `${randomUUID()}@example.com`, role: 'manager' } }),
    // Only callers with a verified address.
    answers: { holder: 201, landlord: 201, admin: 201, others: 422 },
  },
  {
    endpoint: staff.change,
    send: (world) => ({ ...ofMember(world), body: { ...proof, role: 'manager' } }),
    // Callers with a passkey must prove it too.
    answers: { owner: 200, payer: 422, others: 404 },
  },
  {
    endpoint: staff.resend,
    send: ({ invitation: { id } }) => ({ params: { id } }),
    answers: { landlord: 200, holder: 404, admin: 404, others: 422 },
  },
  { endpoint: staff.remove, send: ofMember, answers: { owner: 204, others: 404 } },
  { endpoint: staff.leave, send: ofMember, answers: { holder: 204, others: 404 } },
  { endpoint: staff.invitation, send: secret, answers: { holder: 200, others: 404 } },
  { endpoint: staff.accept, send: secret, answers: { holder: 200, others: 404 } },
]
