// Stands in for @mantine/core where its toasts take two names of classes of what holds a page still under
// a dialog (vite.config.ts): all of that would come with the sign-in screen.
export * from '@mantine/core'

export const RemoveScroll = { classNames: { fullWidth: '', zeroRight: '' } }
