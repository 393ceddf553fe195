import { reports } from '@coinless/contract/reports.ts'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { pay } from './known-person.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, type TestUser } from './make.ts'

/** Common setup of report tests: a machine, a tenant who paid there, and their reports. */
export function reporting(server: TestApp) {
  return {
    say: (
      as: TestUser,
      { id: device_id }: { id: string },
      said: { kind?: 'did_not_start' | 'damaged'; text?: string; payment_id?: string } = {},
    ) => server.call(reports.create, { as, body: { device_id, kind: 'did_not_start', ...said } }),

    async makeRoom() {
      const owner = await makeLandlord(server)
      const device = await makeDevice(server, owner)
      const code = await makeCode(server, owner, { balance: 50 })
      const tenant = await makeUser(server)
      const { transaction } = await pay(server, tenant, device, code.code)
      return { owner, device, code, tenant, transaction }
    },

    async onlyCase(as: TestUser) {
      const { data } = await server.call(reports.listCases, { as })
      expect(data).toHaveLength(1)
      return server.call(reports.getCase, { as, params: { id: data[0]?.id ?? '' } })
    },

    answer: (as: TestUser, id: string, body: { text: string; report_id?: string }) =>
      server.call(reports.answer, { as, params: { id }, body }),

    closeCase: (as: TestUser, id: string) => server.call(reports.closeCase, { as, params: { id } }),

    reopenCase: (as: TestUser, id: string) =>
      server.call(reports.reopenCase, { as, params: { id } }),

    reply: (as: TestUser, { id }: { id: string }, text: string) =>
      server.call(reports.reply, { as, params: { id }, body: { text } }),

    read: (as: TestUser, { id }: { id: string }) =>
      server.call(reports.get, { as, params: { id } }),
  }
}
