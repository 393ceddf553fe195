import { cycles } from '@coinless/contract/cycles.ts'
import { reports } from '@coinless/contract/reports.ts'
import { smallPhoto } from './photos.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const ofCase = ({ report: { case_id: id } }: World) => ({ params: { id } })
const runs = (status: number) => ({ owner: status, landlord: status, admin: status, others: 404 })

/** The payer has reported the device. */
export const reportRows: Row[] = [
  {
    endpoint: reports.create,
    send: ({ device }) => ({ body: { device_id: device.id, kind: 'damaged', text: 'No door' } }),
    answers: { others: 201 },
  },
  {
    endpoint: reports.create,
    name: 'of a payment, with a photo',
    send: ({ device, transaction }) => ({
      body: { device_id: device.id, payment_id: transaction.id, kind: 'other', photo: smallPhoto },
    }),
    answers: { payer: 201, others: 404 },
  },
  {
    endpoint: reports.get,
    send: ({ report: { id } }) => ({ params: { id } }),
    answers: { payer: 200, others: 404 },
  },
  {
    endpoint: reports.photo,
    send: ({ report: { id } }) => ({ params: { id } }),
    answers: { payer: 200, ...runs(200) },
  },
  { endpoint: reports.getCase, send: ofCase, answers: runs(200) },
  {
    endpoint: reports.answer,
    send: (world) => ({ ...ofCase(world), body: { text: 'We are on the way' } }),
    answers: runs(201),
  },
  { endpoint: reports.closeCase, send: ofCase, answers: runs(200) },
  // The device has no controller, and no free cycle.
  {
    endpoint: cycles.startFree,
    send: (world) => ({ ...ofCase(world), body: { duration_minutes: 30, seen_start_id: null } }),
    answers: { others: 404 },
  },
  {
    endpoint: cycles.stopFree,
    send: ({ report, transaction }) => ({ params: { id: report.case_id, cycle: transaction.id } }),
    answers: { others: 404 },
  },
  { endpoint: reports.reopenCase, send: ofCase, answers: runs(200) },
  {
    endpoint: reports.reply,
    send: ({ report: { id } }) => ({ params: { id }, body: { text: 'Thank you' } }),
    answers: { payer: 201, others: 404 },
  },
]
