import { expect, inject, test } from 'vitest'
import { databaseUrl } from '../servers/postgres.ts'
import { Program } from '../servers/program.ts'
import { testApp } from '../support/app.ts'
import { callsAs, floodsOf, metricsToken, payDuringFloods } from '../support/floods.ts'
import {
  makeCode,
  makeDevice,
  makeGuest,
  makeLandlord,
  makeUser,
  termsOf,
} from '../support/make.ts'
import { heaviestPhoto } from '../support/photos.ts'

const server = testApp()
/** The longest delay that calls of one account may cause to a payment of another. */
const delayMsMax = 250
/** FLOODS: part of each flood, such as 0.1, on an idle machine; all in `npm run bench -- floods`. */
const part = Number(process.env.FLOODS ?? 0)
const guestsAtOnce = 18
/** Other work on the machine may slow down a payment, but not in every try. */
const tries = 3

test.runIf(part > 0)(
  'delays payments only briefly under floods of calls by another account',
  async () => {
    const name = new URL(server.url).pathname.slice(1)
    const program = new Program({
      DATA_DIR: '/nonexistent',
      DATABASE_URL: server.url,
      DATABASE_OWNER_URL: databaseUrl(inject('postgresUrl'), name),
      JWT_SECRET: server.parts.config.jwtSecret,
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'off',
      CARD_PROCESSOR: 'sandbox',
    })
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord, { price: 0.1 })
    const { code: prepaid_code } = await makeCode(server, landlord, { balance: 10_000 })
    const { token } = await makeUser(server)
    const flooder = await makeLandlord(server, { email_verified: true })
    const guests = await Promise.all(Array.from({ length: guestsAtOnce }, () => makeGuest(server)))
    await program.start()
    try {
      const payment = { ...termsOf(device), prepaid_code }
      let floods = floodsOf(
        callsAs(program, flooder.token),
        device.id,
        guests.map((guest) => callsAs(program, guest.token)),
        { photo: heaviestPhoto(), part },
      )
      for (let run = 0; run < tries && floods.length > 0; run++) {
        // A guest may report only once.
        await server.asOwner('truncate reports cascade')
        const [quiet, ...figures] = await payDuringFloods(program, floods, { token, payment })
        console.table([quiet, ...figures])
        const bound = delayMsMax + (quiet?.worstMs ?? 0)
        const slow = figures.filter(({ addedMs }) => addedMs > bound).map(({ amid }) => amid)
        floods = floods.filter(({ amid }) => slow.includes(amid))
      }
      expect(floods.map(({ amid }) => amid)).toEqual([])
    } finally {
      await program.stop()
    }
  },
)
