import classes from './Imports.module.css'

/** Wide tables are moved by keyboard, too. */
export function Scrolled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scrolled} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
