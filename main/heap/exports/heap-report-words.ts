/** Words of the report: everything that a person reads in it and that is not of the heap itself. */
export const reportWords = {
  complete: 'Complete',
  partial: 'Partial: counts and sizes are too low, and retained sizes may be wrong.',
  sampled: 'Sampled: counts and sizes are those of the objects kept, not of the process.',
  types: 'Types',
  typesNote: (shown: string, all: string) =>
    `${shown} of ${all}, most retained first. Retained is what could be collected without these objects.`,
  treemap: 'Treemap',
  treemapNote:
    'Area is retained size; a box keeps those inside it alive. Warm: types of the application; blue: frameworks; gray: .NET and roots.',
  dominators: 'Dominators',
  dominatorsNote: 'Who alone keeps what alive, by type: rows of at least 1% of the heap.',
  roots: 'Roots',
  findings: 'Findings',
  noFindings: 'The checks found nothing. That does not mean that there is nothing.',
  facts: {
    file: 'File',
    process: 'Process',
    machine: 'Machine',
    taken: 'Taken',
    runtime: 'Runtime',
    heap: 'Heap',
    objects: 'Objects',
    references: 'References',
    unreachable: 'Not reachable',
    pause: 'Pause',
  },
  columns: {
    type: 'Type',
    module: 'Module',
    count: 'Count',
    shallow: 'Shallow',
    retained: 'Retained',
    share: 'Share',
    kind: 'Kind',
  },
} as const
