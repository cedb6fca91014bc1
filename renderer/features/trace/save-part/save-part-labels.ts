/** Labels and sentences of saving a part of a recording, by the part that shows them. */
export const savePartLabels = {
  maskChoice: {
    whatIsMasked: 'What is masked',
    mask: 'Mask',
    allOfThese: 'All of these',
    explanation:
      'The same secret always gets the same mask. Names of methods and types are kept. Payloads of unknown content are overwritten with zeros.',
    remove: (expression: string) => `Remove ${expression}`,
    expressionLabel: 'Regular expression to mask',
    placeholder: 'Regular expression, for example order-\\d+',
    add: 'Add',
  },
  dialog: {
    partSaved: 'Part saved',
    savePart: 'Save part',
    counting: 'Counting…',
    couldntSave: (error: string) => `Couldn’t save the part. ${error}`,
    stopSaving: 'Stop saving',
    close: 'Close',
    copyReport: 'Copy report',
    reportCopied: 'Report copied',
    showInFolder: 'Show in folder',
    open: 'Open',
    cancel: 'Cancel',
    save: 'Save…',
    verifying: 'Reading the saved part again',
    saving: 'Saving',
    whatWasMasked: 'What was masked',
  },
  scopeChoice: {
    whatIsSaved: 'What is saved',
    wholeRecording: 'The whole recording. Select a time or threads in the timeline to save less.',
    providers: 'Providers',
    allProviders: 'All providers',
    symbolsKept: 'Events with symbols (names of methods, modules, and types) are always saved.',
  },
} as const
