import type { UsageHour } from '@coinless/contract/usage.ts'
import type { CSSProperties } from 'react'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { hour as hourName, number } from '../../shared/ui/formats.ts'
import { weekdays } from '../../shared/ui/weekdays.ts'
import { noData } from './comparison.ts'
import classes from './Heatmap.module.css'

/** A Monday. */
const firstDay = Date.UTC(2024, 0, 1)
const msPerDay = 24 * 60 * 60 * 1000

/** Hours of the week as a table of percentages, seven columns wide so that it fits a phone. Colors are relative to the highest. */
export function Heatmap({ hours }: { hours: readonly UsageHour[] }) {
  const short = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' })
  const highest = Math.max(...hours.map(({ share_in_use }) => share_in_use ?? 0), 0.01)
  const ofDay = hours.filter(({ weekday }) => weekday === 1)
  return (
    <table className={classes.heatmap}>
      <caption>{t('usage.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('revenue.by_hour')}</th>
          {weekdays.map((name, n) => (
            <th key={name} scope="col" aria-label={t(`revenue.${name}`)}>
              {short.format(firstDay + n * msPerDay)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ofDay.map(({ hour }) => (
          <tr key={hour}>
            <th scope="row">{hourName(hour)}</th>
            {hours
              .filter((each) => each.hour === hour)
              .map(({ weekday, share_in_use: share }) => (
                <td
                  key={weekday}
                  translate="no"
                  {...(share !== null && {
                    className: classes.cell,
                    style: { '--share': share / highest } as CSSProperties,
                  })}
                >
                  {share === null ? noData : number(Math.round(100 * share))}
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
