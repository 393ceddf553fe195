import type { DisplayedQueue } from '@coinless/contract/displays.ts'
import { t } from '../../shared/texts/texts.ts'
import { label, number } from '../../shared/ui/formats.ts'
import classes from './Display.module.css'

/** Lines of people, first those with a machine held for them. */
export function Queues({ queues }: { queues: readonly DisplayedQueue[] }) {
  return queues.map((queue) => <Queue key={queue.device_type} queue={queue} />)
}

function Queue({ queue: { device_type, waiting, first } }: { queue: DisplayedQueue }) {
  const named = first.filter(({ initials, device_number }) => initials ?? device_number)
  return (
    <section className={classes.queue} aria-label={label(device_type)}>
      <h2 className={classes.queueTitle}>{label(device_type)}</h2>
      <p className={classes.waiting}>{t('queues.waiting', { count: waiting })}</p>
      {named.length > 0 && (
        <ul className={classes.line}>
          {named.map((entry) => (
            <li key={entry.position}>{wordsOf(entry)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf({ position, initials, device_number }: DisplayedQueue['first'][number]): string {
  const who = [`${number(position)}.`, ...(initials ? [initials] : [])].join(' ')
  return device_number ? t('display.called', { who, machine: device_number }) : who
}
