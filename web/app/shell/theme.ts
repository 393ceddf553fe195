import { type BadgeProps, createTheme } from '@mantine/core'

/** One accent color, dark enough for white text. Other colors mean a status. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // On a phone, spacing shrinks in favor of large text.
  spacing: { sm: 'min(0.75rem, 3.75vw)', md: 'min(1rem, 5vw)' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    // Mantine's own dots are as dark in the dark scheme as in the light one.
    Badge: {
      vars: (_: unknown, { variant, color }: BadgeProps) => ({
        root:
          variant === 'dot' ? { '--badge-dot-color': `var(--mantine-color-${color}-text)` } : {},
      }),
    },
    Code: { defaultProps: { translate: 'no' } },
    // The page has its banner already, so a dialog's header must not be one.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        // Below the toasts, which may refer to the dialog.
        yOffset: 'max(5dvh, 64px)',
      },
      // An address in it is one long word, which would push the close button out.
      styles: { title: { overflowWrap: 'anywhere' } },
    },
  },
})
