import { ActionIcon } from '@mantine/core'
import { Maximize } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messageOf } from '../../shared/calls/client.ts'
import { showLanguage } from '../../shared/loading/language.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { isRefusal } from '../../shared/queries/failures.ts'
import { openingInWords } from '../../shared/rooms/opening-words.ts'
import { t } from '../../shared/texts/texts.ts'
import { timeOrDate } from '../../shared/ui/formats.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import classes from './Display.module.css'
import { displaySecret } from './display-secret.ts'
import { MachineTiles } from './MachineTiles.tsx'
import { RoomCode } from './RoomCode.tsx'
import { Queues } from './RoomQueues.tsx'
import { TodaysBookings } from './TodaysBookings.tsx'
import { useMinute, useNightlyReload, useWakeLock } from './use-always-on.ts'
import { type ShownMachine, type ShownRoom, useDisplayedRoom } from './use-displayed-room.ts'

const PayDialog = lazy(() => awaited(() => import('./PayDialog.tsx')))

/** A room on a screen on its wall. It works without touch; with touch, people can pay there. */
export default function Display() {
  const [secret, setSecret] = useState(displaySecret)
  useEffect(() => {
    // An address opened over the same page does not reload it.
    const take = () => setSecret(displaySecret())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  useTitle(t('display.title'))
  return (
    <main id="main" tabIndex={-1} data-fills-screen className={classes.display}>
      {secret ? (
        <FollowedRoom key={secret} secret={secret} />
      ) : (
        <Message text={t('display.noSecret')} />
      )}
    </main>
  )
}

function FollowedRoom({ secret }: { secret: string }) {
  const now = useMinute()
  useWakeLock()
  const { room, error, lostAt } = useDisplayedRoom(secret)
  const [chosen, setChosen] = useState<ShownMachine>()
  useNightlyReload(now, chosen !== undefined)
  const language = room?.language
  useEffect(() => {
    if (language) void showLanguage(language)
  }, [language])
  if (!room) {
    if (!error) return <Message text={t('list.loading')} />
    const text = isRefusal(error) ? messageOf(error, '') : t('shell.serverAway')
    return <Message text={text} />
  }
  return (
    <>
      {lostAt !== undefined && (
        <p role="status" className={classes.lost}>
          {t('display.lost', { time: timeOrDate(new Date(lostAt).toISOString()) })}
        </p>
      )}
      <Header room={room} now={now} />
      {room.takes_payments && <p>{t('display.tapToPay')}</p>}
      <div className={classes.room}>
        <MachineTiles machines={room.machines} pay={room.takes_payments ? setChosen : undefined} />
        <aside className={classes.side}>
          <Queues queues={room.queues} />
          <TodaysBookings bookings={room.bookings} time_zone={room.time_zone} />
          <RoomCode room={room} />
        </aside>
      </div>
      {room.takes_payments && (
        <Suspense>
          <PayDialog secret={secret} machine={chosen} close={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Header({ room: { location, run_by, opening }, now }: { room: ShownRoom; now: Date }) {
  return (
    <header className={classes.header}>
      <h1 className={classes.location}>{location}</h1>
      {run_by !== null && <p className={classes.runBy}>{t('rooms.runBy', { name: run_by })}</p>}
      {opening && <p className={classes.opening}>{openingInWords(opening)}</p>}
      {document.fullscreenEnabled && (
        <ActionIcon
          className={classes.fullScreen}
          variant="default"
          size="lg"
          aria-label={t('display.fullScreen')}
          onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
        >
          <Maximize size={18} aria-hidden />
        </ActionIcon>
      )}
      <time className={classes.clock}>{timeOrDate(now.toISOString())}</time>
    </header>
  )
}

function Message({ text }: { text: string }) {
  return (
    <div className={classes.message}>
      <h1>{text}</h1>
    </div>
  )
}
