import classes from './Imports.module.css'

/** Makes wide tables scrollable by keyboard, too. */
export function Scrolled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <section className={classes.scrolled} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
