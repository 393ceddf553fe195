import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listOf, search, text, wholeListQuery } from './fields.ts'
import { limits } from './limits.ts'
import { timeZone } from './time-zone.ts'

/** The devices of one account at one location. */
export const Place = z.object({
  id: id.describe('Id of the device that has been there longest'),
  location: z.string(),
  device_count: z.int(),
  time_zone: z.string().nullable().describe('null: your time zone'),
})
export type Place = z.infer<typeof Place>

const zoneOfPlace = {
  location: text(limits.locationMax)
    .nullable()
    .describe('As exact text. null: all places without a time zone of their own'),
  time_zone: timeZone.nullable().describe('For a place, null: your time zone'),
}

export const places = {
  list: endpoint('GET', '/places', {
    summary: 'List the locations of your devices by name, with their time zones',
    may: 'account',
    needs: 'read_devices',
    isForStaff: 'places',
    query: wholeListQuery.extend({ search: search.describe('Matches part of the location') }),
    reply: listOf(Place).extend({
      time_zone: z
        .string()
        .nullable()
        .describe('Your time zone. null: not chosen. Mails about your devices then use UTC'),
    }),
    refusals: ['list_too_long'],
  }),
  setTimeZone: endpoint('PATCH', '/places', {
    summary:
      'Set the time zone of a place, or yours. Receipts and mails about devices use it, and new price lists suggest it',
    may: 'account',
    needs: 'change_devices',
    isForStaff: 'places',
    body: z.strictObject(zoneOfPlace),
    reply: null,
    refusals: ['place_not_found', 'other_place'],
  }),
}
