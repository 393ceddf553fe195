import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FieldList.module.css'
import { translateOf } from './figures.ts'

/** The facts of one record: names on the left, values on the right. */
export function FieldList({ fields }: { fields: [name: string, value: ReactNode][] }) {
  return (
    <Card withBorder>
      <dl className={classes.list}>
        {fields.map(([name, value]) => (
          <div key={name} className={classes.field}>
            <dt>{name}</dt>
            <dd translate={translateOf(value)}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
