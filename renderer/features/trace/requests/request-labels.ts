/** Labels and sentences of a request’s waterfall, by the part that shows them. */
export const requestLabels = {
  barDetails: {
    selectedPart: 'Selected part',
    request: 'Request',
    closePart: 'Close part',
    selectThisTime: 'Select this time',
    showEvents: 'Show events',
    showThisRequest: 'Show this request',
    myCode: 'My code',
    topOfTheStacks: 'Top of the stacks',
    noStack: 'No stack was sampled in this part.',
    noThread: 'No thread worked for it.',
    thread: (thread: string) => `Thread ${thread}`,
    merged: (mergedCount: string) => `${mergedCount} short parts are drawn as one, in the color of the longest.`,
  },
  chart: {
    waterfall: 'Waterfall',
    thread: (thread: string, name: string) => (name === '' ? `Thread ${thread}` : `Thread ${thread} ${name}`),
  },
  pane: {
    couldntShow: 'Couldn’t show this request',
    reading: 'Reading',
    request: 'Request',
    failed: 'Failed',
    closeRequest: 'Close request',
    parts: 'Parts',
    picture: 'Picture of the waterfall',
    assumed: (duration: string, share: string) =>
      `${duration} (${share}) is assumed from samples and neighboring events.`,
  },
} as const
