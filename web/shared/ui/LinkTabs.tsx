import { NavLink } from 'react-router'
import classes from './LinkTabs.module.css'

interface LinkTabsProps {
  /** Name for screen readers. */
  label: string
  tabs: { to: string; name: string }[]
}

/** Parts of one record, each with an address of its own. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, name }) => (
        <NavLink key={to} to={to} end className={classes.tab}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
