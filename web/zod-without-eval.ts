import { z } from 'zod'

// The content security policy forbids the code generation that zod uses otherwise. This must run
// before the first schema of the contract is made, so main.tsx imports it first.
z.config({ jitless: true })
