import { formatCount } from '../../../shared/base/format.ts'
/** Labels and sentences of jobs in the tray, in notices and when the app quits, by the part that shows them. */
export const jobLabels = {
  card: {
    show: 'Show',
    open: 'Open',
    recordAgain: 'Record again',
    chooseQuestion: (name: string, pid: string) => `Choose a question for ${name}, PID ${pid}`,
    remove: (title: string) => `Remove ${title} from the list`,
    showInFolder: 'Show in folder',
    copyPath: 'Copy path',
    pathCopied: 'Path copied',
  },
  notices: {
    recordAgain: 'Record again',
    show: 'Show',
    compare: 'Compare',
    open: 'Open',
  },
  quitDialog: {
    stillRunning: (count: number) =>
      count === 1 ? 'One job is still running' : `${formatCount(count)} jobs are still running`,
    quittingEndsIt: 'Quitting ends it. Choose what to do with it.',
    quittingEndsThem: 'Quitting ends them. Choose what to do with them.',
    cancel: 'Cancel',
    discard: 'Discard',
    discardHint: 'Ends them immediately and keeps nothing',
    finishInTheBackground: 'Finish in the background',
    finishInTheBackgroundHint: 'Closes the windows; Pipescope exits when the jobs finish',
    stopAndSave: 'Stop and save',
  },
} as const
