/** Users that tests know in the databases of released versions. All data is made up. */
export const known = {
  secret: 'a secret of the tests, long enough',
  landlord: 'lou@example.com',
  tenant: 'terry@example.com',
  /** Has 7.50 dollars left, for a device at 2.50. */
  code: 'ELM-STREET-7742',
}

/** Their open tabs. */
export const keptTokens = {
  landlord: 'kept-of-the-landlord-0123456789abcdefghijkl',
  tenant: 'kept-of-the-tenant-0123456789abcdefghijklmnop',
}
