/** Labels and sentences of the call tree, and of callers and callees, by the part that shows them. */
export const callTreeLabels = {
  callersCallees: {
    noSamplesWithFunction: 'No samples with this function are selected.',
    functionsBySelfTime: 'Functions by self time, with their callers',
    functionsAndTheirCallers: 'Functions and their callers',
    noSamples: 'No samples are selected.',
    callersOf: (frame: string) => `Callers of ${frame}`,
    callers: 'Callers',
    calleesOf: (frame: string) => `Callees of ${frame}`,
    callees: 'Callees',
    callTree: 'Call tree',
  },
  tree: {
    couldntShowTheseStacks: 'Couldn’t show these stacks',
    reading: 'Reading',
    nothingToShow: 'Nothing to show',
    more: (rowCount: string) => `${rowCount} more with less time`,
    percentHint: (hint: string) => `${hint} Percent of the selected samples.`,
    function: 'Function',
    callerHint: (noun: string) => `${noun} that came through this caller.`,
    total: 'Total',
    totalHint: (noun: string) => `${noun} in this function and in what it called.`,
    self: 'Self',
    selfHint: (noun: string) => `${noun} in this function itself.`,
    module: 'Module',
  },
} as const
