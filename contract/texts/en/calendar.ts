/** What a booking's machines are, and when. */
interface MachinesAtTimes {
  machines: string
  times: string
}

/** Bookings in calendar apps. */
export const calendar = {
  name: 'Laundry',
  summary: (group: string) => `Laundry: ${group}`,
  machines: ({ machines, times }: MachinesAtTimes) => `${machines}: ${times}`,
  release: (time: string) => `Pay by ${time}, or the booking ends.`,
}
