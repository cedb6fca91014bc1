/** Labels and sentences of the flame graph, by the part that shows them. */
export const flameLabels = {
  tab: {
    couldntShow: 'Couldn’t show the flame graph',
    flameGraph: 'Flame graph',
    reading: 'Reading',
    nothingToShow: 'Nothing to show',
    noSamples: 'No samples are selected.',
  },
  toolbar: {
    colorModule: 'Color: module',
    colorNamespace: 'Color: namespace',
    colorOrigin: 'Color: origin',
    flameGraph: 'Flame graph',
    zoomOut: 'Zoom out',
    colorOfBoxes: 'Color of boxes',
    direction: 'Direction',
    icicle: 'Icicle',
    callersOnTop: 'Callers on top',
    flame: 'Flame',
    callersAtTheBottom: 'Callers at the bottom',
    pictureFlameGraph: 'Picture of the flame graph',
    sum: (kind: string, time: string) => `${kind} ${time}`,
    sumInSamples: (kind: string, time: string, samples: string) => `${kind} ${time} in ${samples}`,
    zoomIn: (sum: string) => `${sum}, zoom in to see all boxes`,
    pictureSubtitle: (kind: string, samples: string, nature: string) => `${kind} ${samples}, ${nature}`,
    pictureSubtitleWithTime: (kind: string, time: string, samples: string, nature: string) =>
      `${kind} ${time} in ${samples}, ${nature}`,
    previousMatch: 'Previous match',
    nextMatch: 'Next match',
  },
  tooltip: {
    total: 'Total',
    self: 'Self',
  },
  entries: {
    zoomOutToEverything: 'Zoom out to everything',
    zoomToThisBox: 'Zoom to this box',
    copyStack: 'Copy stack',
    findThisFunction: 'Find this function',
    stackCopied: 'Stack copied',
  },
} as const
