import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMinutesLeft } from '../../shared/live/use-time-left.ts'
import { t } from '../../shared/texts/texts.ts'
import { number, timeOrDate } from '../../shared/ui/formats.ts'
import classes from './Display.module.css'
import type { ShownMachine } from './use-displayed-room.ts'

const tilesMax = 12
const turnMs = 10_000

const inOrder = new Intl.Collator(undefined, { numeric: true })

interface MachineTilesProps {
  machines: readonly ShownMachine[]
  /** undefined: the display takes no payments. */
  pay: ((machine: ShownMachine) => void) | undefined
}

/** Machines by type and number. Those that do not fit at once take turns. */
export function MachineTiles({ machines, pay }: MachineTilesProps) {
  const sorted = [...machines].sort(
    (one, other) =>
      inOrder.compare(one.device_type, other.device_type) ||
      inOrder.compare(one.device_number, other.device_number),
  )
  const pages = Math.ceil(sorted.length / tilesMax)
  const page = useTurn(pages)
  const tiles = sorted.slice(page * tilesMax, (page + 1) * tilesMax)
  if (tiles.length === 0) return <p className={classes.none}>{t('display.noMachines')}</p>
  const columns = {
    '--wide-columns': Math.ceil(Math.sqrt(tiles.length)),
    '--tall-columns': Math.ceil(Math.sqrt(tiles.length / 2)),
  }
  return (
    <section className={classes.machines} aria-label={t('display.machines')}>
      <ul className={classes.tiles} style={columns as React.CSSProperties}>
        {tiles.map((machine) => (
          <MachineTile key={machine.device_id} machine={machine} pay={pay} />
        ))}
      </ul>
      {pages > 1 && (
        <p className={classes.page}>
          {t('display.page', { page: number(page + 1), pages: number(pages) })}
        </p>
      )}
    </section>
  )
}

/** Index of the page whose turn it is. */
function useTurn(pages: number): number {
  const [turn, setTurn] = useState(0)
  const takesTurns = pages > 1
  useEffect(() => {
    if (!takesTurns) return undefined
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs)
    return () => clearInterval(timer)
  }, [takesTurns])
  return takesTurns ? turn % pages : 0
}

interface MachineTileProps extends Pick<MachineTilesProps, 'pay'> {
  machine: ShownMachine
}

function MachineTile({ machine, pay }: MachineTileProps) {
  const minutes = useMinutesLeft(machine.overAt)
  const { main, more } = wordsOf(machine, minutes)
  const isCounted = more !== undefined
  const look = lookOf(machine)
  const facts = (
    <>
      <span className={classes.number}>{machine.device_number}</span>
      <span className={classes.label}>{machine.label}</span>
      <strong className={isCounted ? classes.minutes : classes.state}>{main}</strong>
      {isCounted && <span className={classes.more}>{more}</span>}
    </>
  )
  return (
    <li className={classes.tile} data-look={look}>
      {pay && look === 'available' ? (
        <UnstyledButton className={classes.facts} w="100%" onClick={() => pay(machine)}>
          {facts}
        </UnstyledButton>
      ) : (
        <div className={classes.facts}>{facts}</div>
      )}
    </li>
  )
}

function lookOf({ state, held_until }: ShownMachine): 'available' | 'busy' | 'broken' {
  if (state === 'no_answer' || state === 'out_of_order') return 'broken'
  return (state === 'free' || state === 'done') && !held_until ? 'available' : 'busy'
}

function wordsOf(
  { state, held_until, ends_at, is_measured }: ShownMachine,
  minutes: number,
): { main: string; more?: string } {
  if (held_until) return { main: t('queues.heldUntil', { time: timeOrDate(held_until) }) }
  if (state !== 'running') return { main: t(`live.${state}`) }
  if (minutes === 0 || !ends_at) return { main: t('live.almostDone') }
  return {
    main: t('running.minutes', { minutes: number(minutes) }),
    more: endOf(ends_at, is_measured),
  }
}

/** Estimates say that they are. */
function endOf(endsAt: string, isMeasured: boolean): string {
  const state = t('live.until', { time: timeOrDate(endsAt) })
  return isMeasured ? state : t('live.estimated', { state })
}
