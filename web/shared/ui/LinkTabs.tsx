import { Link } from '../router/Link.tsx'
import classes from './LinkTabs.module.css'

interface LinkTabsProps {
  /** Name for screen readers. */
  label: string
  tabs: { to: string; name: string }[]
  /** Address of the tab that is shown. */
  current: string
}

/** Parts of one record, each with an address of its own. */
export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab}
          aria-current={to === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
