/** What people register as. The sign-in screen needs no more of users than this. */
export const userTypes = ['tenant', 'landlord'] as const
