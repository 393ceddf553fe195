import type { DisplayedRoom } from '@coinless/contract/displays.ts'
import { hoursOf } from '../../shared/bookings/slot-times.ts'
import { t } from '../../shared/texts/texts.ts'
import classes from './Display.module.css'

type TodaysBookingsProps = Pick<DisplayedRoom, 'bookings' | 'time_zone'>

/** The next slots of today that are booked. */
export function TodaysBookings({ bookings, time_zone }: TodaysBookingsProps) {
  if (bookings.length === 0 || time_zone === null) return null
  return (
    <section className={`${classes.queue} ${classes.bookings}`} aria-label={t('display.booked')}>
      <h2 className={classes.queueTitle}>{t('display.booked')}</h2>
      <ul className={classes.line}>
        {bookings.map(({ group, starts_at, ends_at, initials }) => (
          <li key={`${group} ${starts_at}`}>
            {hoursOf(starts_at, ends_at, time_zone)}
            <span className={classes.booked}>{[group, initials].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
