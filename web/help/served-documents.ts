/** English documents in docs/ that the guide links to. */
export const servedDocuments = ['agent', 'mqtt', 'operating', 'relays', 'scaling']
