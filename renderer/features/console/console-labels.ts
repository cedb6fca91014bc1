/** Labels and sentences of the raw IPC console, by the part that shows them. */
export const consoleLabels = {
  screen: {
    rawIpcConsole: (name: string) => `Raw IPC console · ${name}`,
    exited: 'The process has exited. Sent requests stay here until the tab is closed.',
    explanation:
      'For developers: requests are sent to the process exactly as written. Requests that would crash it are rejected before anything is sent.',
    request: 'Request',
    command: 'Command',
    send: 'Send',
    sendAfterQuestion: 'Send…',
    waitingForTheResponse: 'Waiting for the response…',
    reservedSets: (reservedSets: string) =>
      `Command sets ${reservedSets} are reserved and have no published layout. A runtime that implements one could read past the payload, so nothing is sent to them.`,
    exchange: 'Exchange',
    requestPreview: 'Request preview',
    chooseCommand: 'Choose a command. Its bytes are shown here before they are sent.',
    responseAfter: (elapsedMs: string) => `Response after ${elapsedMs}`,
    sent: 'Sent',
    ok: 'OK',
    failed: 'failed',
  },
  draftForm: {
    noPayload: 'This command has no payload; only the header is sent.',
    payload: 'Payload',
    fields: 'Fields',
    bytes: 'Bytes',
    payloadHex: 'Payload (hex, without header)',
    invalidHex: 'Enter pairs of hexadecimal digits.',
    null: 'null (not the same as empty)',
  },
  messageView: {
    bytes: (bytesCount: string) => `${bytesCount} bytes`,
    hideSecrets: 'Hide possible secrets',
    revealSecrets: 'Reveal possible secrets',
    copyAsHex: 'Copy as hex',
    bytesCopied: 'Bytes copied',
    copyAsText: 'Copy as text',
    textCopied: 'Text copied',
  },
} as const
