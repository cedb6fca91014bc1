import { countOf } from '../../../../shared/base/count-of.ts'

/** Labels and sentences of the stack chart, by the part that shows them. */
export const stackChartLabels = {
  tab: {
    couldntShow: 'Couldn’t show the stack chart',
    zoomToThisCall: 'Zoom to this call',
    selectThisTime: 'Select this time',
    copyStack: 'Copy stack',
    stackChart: 'Stack chart',
    reading: 'Reading',
    nothingToShow: 'Nothing to show',
    noSamples: 'No samples are selected.',
    from: (duration: string, time: string) => `${duration} from ${time}`,
  },
  toolbar: {
    explanation:
      'Each sample stands for the time until the next one; what happened in between is unknown. Gaps have no selected samples.',
    stackChart: 'Stack chart',
    thread: 'Thread',
    timesInTheFile: 'Times in the file',
    sum: (kind: string, samples: string) => `${kind} ${samples}, gaps have none`,
    zoomIn: 'zoom in to see all calls',
    moreThreads: (count: number) => `${countOf(count, 'more thread isn’t', 'more threads aren’t')} listed`,
    zoomOut: 'Zoom out',
    pictureStackChart: 'Picture of the stack chart',
    stretch: (from: string, to: string) => `${from} to ${to}`,
  },
} as const
