import { z } from 'zod'

// Stands in for zod in the web app (vite.config.ts): the content security policy forbids the code
// generation that zod uses otherwise, which must be known before the first schema is made.
z.config({ jitless: true })

export { z }
