/** Of docs/, in English: where the guide leads to. */
export const servedDocuments = ['agent', 'mqtt', 'operating', 'relays', 'scaling']
