/** Pages of docs/guide, in every language. */
export const guidePages = ['index', 'landlords', 'operators', 'tenants']

/** English documents that the guide links to, with their folder in docs/. */
export const servedDocuments: Record<string, string> = {
  agent: 'integrate',
  mqtt: 'integrate',
  operating: 'operate',
  relays: 'integrate',
  scaling: 'operate',
}
