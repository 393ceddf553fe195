// Replaces klona (vite.config.ts), with which @mantine/form copies form values. Browsers can do so natively, and the
// sign-in screen loads less code.
export const klona = structuredClone
