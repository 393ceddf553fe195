import { createTheme } from '@mantine/core'

/** One accent colour, dark enough for white text on it. Other colours mean a status. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // On a phone, what is between texts that are large gives way to them.
  spacing: { sm: 'min(0.75rem, 3.75vw)', md: 'min(1rem, 5vw)' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    Code: { defaultProps: { translate: 'no' } },
    // The page has its banner: a dialog's header is none.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        // Below the toasts, which may speak of it.
        yOffset: 'max(5dvh, 64px)',
      },
    },
  },
})
