// Stands in for klona in the web app (vite.config.ts), by which @mantine/form copies what stands in a
// form: browsers can do so by themselves, and the sign-in screen loads less.
export const klona = structuredClone
