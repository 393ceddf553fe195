import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { minutes, money, timeOrDate } from '../../shared/ui/formats.ts'
import classes from './CodeChoices.module.css'
import { offersQuery } from './machine-queries.ts'
import type { OfferedDevice } from './offered.ts'

interface ProgrammesProps {
  device: OfferedDevice
  choose: (programme: string) => void
}

/** Programmes of a device to choose from, and when the chosen one becomes cheaper. */
export function Programmes({ device, choose }: ProgrammesProps) {
  const offers = device.offers ?? []
  return (
    <>
      {offers.length > 1 && (
        <fieldset className={classes.choices} aria-label={t('field.programme')}>
          {offers.map(({ programme, duration_minutes, price }) => (
            <div key={programme} className={classes.choice}>
              <label>
                <input
                  type="radio"
                  name="programme"
                  checked={device.programme === programme}
                  onChange={() => choose(programme ?? '')}
                />
                <Text span fw={500} className={classes.whole}>
                  {programme}
                </Text>
                <Text span size="sm" className={classes.left}>
                  {`${minutes(duration_minutes)} · ${money(price)}`}
                </Text>
              </label>
            </div>
          ))}
        </fieldset>
      )}
      <CheaperFrom device={device} />
    </>
  )
}

/** Browsers limit the delay of a timer. */
const longestWaitMs = 24 * 60 * 60 * 1000

/** Reloads the device when the price changes, so that no outdated price is asked for. */
function CheaperFrom({ device: { id, programme, price } }: Pick<ProgrammesProps, 'device'>) {
  const queryClient = useQueryClient()
  const { data } = useQuery(offersQuery(id))
  const waitMs = data?.changes_at
    ? Math.min(Date.parse(data.changes_at) - Date.parse(data.at), longestWaitMs)
    : undefined
  useEffect(() => {
    if (waitMs === undefined) return
    const change = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: ['devices', id] })
      void queryClient.invalidateQueries({ queryKey: ['prepaid-codes', 'choices', id] })
    }, waitMs)
    return () => clearTimeout(change)
  }, [queryClient, id, waitMs])
  const next = data?.next?.find((each) => each.programme === programme)
  if (!data?.changes_at || !next || next.price >= price) return null
  return (
    <Text size="sm" c="dimmed">
      {t('payments.cheaperFrom', { time: timeOrDate(data.changes_at), amount: money(next.price) })}
    </Text>
  )
}
