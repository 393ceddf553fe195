import { z } from 'zod'

// Wraps zod (vite.config.ts). The content security policy forbids zod's code generation, which must be off before the
// first schema is created.
z.config({ jitless: true })

export { z }
