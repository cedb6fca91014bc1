/** Labels and sentences of a heap capture, by the part that shows them. */
export const captureLabels = {
  again: {
    now: 'Now',
    in1Minute: 'In 1 minute',
    in5Minutes: 'In 5 minutes',
    in15Minutes: 'In 15 minutes',
    in1Hour: 'In 1 hour',
    captureAgainAndCompare: 'Capture again and compare',
    impact: 'Full GC; pauses the process',
    capturing: 'Capturing a heap graph',
    scheduled: 'A heap graph will be captured',
    notified: 'You’ll be notified when both can be compared. You can discard it under Jobs.',
    captureNotStarted: 'Capture not started',
  },
  outcome: {
    result: 'Result',
    noHeapGraph: 'No heap graph',
    objects: 'Objects',
    sizeOfTheObjects: 'Size of the objects',
    pause: 'Pause',
    file: 'File',
    forOtherTools: 'For other tools',
    gcDumpNotSaved: (reason: string) =>
      `The .gcdump couldn’t be saved (${reason}). Export it from the opened heap graph.`,
    openTheHeapGraph: 'Open the heap graph',
    takeAnother: 'Take another',
    objectsArrived: (share: string) => `${share} of the objects arrived`,
    incomplete: 'Incomplete',
    completeHeapGraph: 'Complete heap graph',
    partialHeapGraph: 'Partial heap graph',
    heapGraphNotVerified: 'Heap graph, not verified',
  },
  progress: {
    couldntCancel: 'Couldn’t cancel',
    progress: 'Progress',
    objects: 'objects',
    waiting:
      'Waiting for the scheduled time. Nothing reaches the process until then. You can close this page; you’ll be notified.',
    waitingFor: (share: string) =>
      `Waiting for the scheduled time (${share} passed). Nothing reaches the process until then. You can close this page; you’ll be notified.`,
    cantCancelPause:
      'The pause can’t be cancelled. The capture continues when you leave this page; you’ll be notified when the heap graph is ready.',
    canClose: 'The capture continues when you leave this page; you’ll be notified when the heap graph is ready.',
    continueInBackground: 'Continue in background',
    inBackground: 'The heap graph is captured in the background',
    notified: 'You’ll be notified when it is ready. You can return to it or discard it under Jobs.',
    discardTheResult: 'Discard the result',
    cancel: 'Cancel',
  },
  screen: {
    heapGraphOf: (name: string) => `Heap graph of ${name}`,
    pid: (pid: string) => `PID ${pid}`,
    pausesTheProcess: 'Pauses the process',
    processResumed: 'Process resumed',
    explanation:
      'Every object on the managed heap, its type and its references, without stopping the process for a dump.',
    impact: 'Impact',
    buffer: 'Buffer',
    captureNotStarted: (problem: string) => `Capture not started. ${problem}`,
    capture: 'Capture heap graph',
    dump: 'Dump',
  },
} as const
