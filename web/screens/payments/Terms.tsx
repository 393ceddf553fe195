import type { Device } from '@coinless/contract/devices.ts'
import { Anchor, Button, Card, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Activity } from '../../shared/live/Activity.tsx'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { translateOf } from '../../shared/ui/figures.ts'
import { label, minutes, money } from '../../shared/ui/formats.ts'
import classes from './Terms.module.css'

interface TermsProps {
  device: Device | undefined
  now: ShownState | undefined
  /** undefined: the picker is shown already. */
  change: (() => void) | undefined
  /** Shown below the facts. */
  children: ReactNode
}

/**
 * Terms and current state of the payment, small enough to keep the button on a phone's first screen. Reserves its space
 * while the device loads, so that nothing moves under a finger.
 */
export function Terms({ device, now, change, children }: TermsProps) {
  return (
    <Card withBorder padding="sm" className={classes.card}>
      {change && (
        <Button className={classes.change} variant="subtle" size="compact-sm" onClick={change}>
          {t('payments.changeDevice')}
        </Button>
      )}
      <dl className={classes.terms}>
        <Fact name={t('payments.device')} className={classes.wide}>
          {device ? (
            <>
              <Text span fw={600} className={classes.name}>
                {device.label}
              </Text>{' '}
              <span className={classes.place}>
                <Text span size="sm">
                  <span translate="no">{device.device_number}</span> ·{' '}
                  <Anchor
                    component={Link}
                    to={paths.room(device.id)}
                    size="sm"
                    aria-label={t('units.labeled', {
                      name: device.location,
                      value: t('rooms.others'),
                    })}
                  >
                    {device.location}
                  </Anchor>
                </Text>
                {now && <Activity shown={now} />}
              </span>
            </>
          ) : (
            <>
              <Skeleton width="10em" height="1lh" />
              <Text component="div" size="sm">
                <Skeleton width="10em" height="1lh" />
              </Text>
            </>
          )}
        </Fact>
        <Fact name={t('field.price')} className={classes.price}>
          {device && money(device.price)}
        </Fact>
        <Fact name={t('field.duration')}>{device && minutes(device.duration_minutes)}</Fact>
        <Fact name={t('heading.type')}>{device && label(device.device_type)}</Fact>
        <Fact name={t('heading.runBy')} className={classes.line}>
          {device?.run_by}
        </Fact>
      </dl>
      {children}
    </Card>
  )
}

interface FactProps {
  name: string
  className?: string | undefined
  children: ReactNode
}

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd translate={translateOf(children)}>
        {children ?? <Skeleton display="inline-block" width="5em" height="1em" />}
      </dd>
    </div>
  )
}
