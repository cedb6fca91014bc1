import { checklistKind, checklistVersion, type Checklist, type ChecklistStep } from './checklist.ts'

const samples = ['samples', 'names', 'gc', 'exceptions', 'runtime-counters'] as const
const requests = ['http-client', 'hosting', 'kestrel', 'responses', 'database', 'activities'] as const

const snapshots = (count: number, secondsApart = 5): ChecklistStep => ({ kind: 'stacks', count, secondsApart })
const counters = (seconds: number): ChecklistStep => ({ kind: 'counters', seconds })
const trace = (seconds: number, ...items: readonly string[]): ChecklistStep => ({
  kind: 'trace',
  seconds,
  items: [...items],
})

const always = [
  'When did it start (UTC), and what changed just before: deployment, configuration, load, data?',
  'Does it affect all instances or only some? Does any instance work normally?',
  'Is it happening now, all the time, or intermittently? What makes it stop?',
]

function checklist(
  id: string,
  title: string,
  about: string,
  steps: readonly ChecklistStep[],
  questions: readonly string[],
): Checklist {
  return {
    kind: checklistKind,
    version: checklistVersion,
    id,
    title,
    text: about,
    limitSeconds: 240,
    steps: [...steps],
    questions: [...always, ...questions],
  }
}

/** Built in; the same form as shared files. */
export const checklists: readonly Checklist[] = [
  checklist(
    'crash',
    'Crash',
    'The process exits on its own: exceptions and stacks until it does',
    [counters(10), snapshots(1), trace(60, ...samples, 'loading'), { kind: 'logs' }, { kind: 'dump', type: 'mini' }],
    ['What are the last lines of the application’s log and the system’s log?', 'Does it exit with a code or a signal?'],
  ),
  checklist(
    'hang',
    'Hang',
    'The process runs but does nothing: where its threads wait',
    [
      counters(10),
      snapshots(3),
      trace(15, ...samples, 'waits', 'contention', 'thread-pool'),
      { kind: 'logs' },
      { kind: 'dump', type: 'heap' },
    ],
    ['Does it answer health checks?', 'Does it recover by itself, and after how long?'],
  ),
  checklist(
    'slow',
    'Slow',
    'Requests or jobs take too long: where the time goes',
    [
      counters(60),
      snapshots(3),
      trace(30, ...samples, 'waits', 'contention', 'thread-pool', ...requests),
      { kind: 'logs' },
      { kind: 'dump', type: 'mini' },
    ],
    [
      'Which requests or jobs are slow, and how long do they usually take?',
      'How much load is there compared to usual?',
    ],
  ),
  checklist(
    'leak',
    'Memory growth',
    'Memory grows and isn’t released: what is allocated and what is kept alive',
    [
      counters(60),
      trace(30, 'allocation-ticks', 'types', 'names', 'gc', 'runtime-counters'),
      { kind: 'heap-graph' },
      { kind: 'dump', type: 'heap' },
    ],
    ['How fast does it grow, and what is the memory limit?', 'Does it drop after a quiet hour or only with a restart?'],
  ),
  checklist(
    'cpu',
    'High CPU',
    'The process takes more CPU than it should: what it runs',
    [
      counters(30),
      snapshots(3),
      trace(30, ...samples, 'contention', 'thread-pool', 'loading'),
      { kind: 'dump', type: 'mini' },
    ],
    ['How many cores does it use, and how many did it use before?', 'Is the load higher than usual?'],
  ),
  checklist(
    'startup',
    'Does not start',
    'The process starts slowly or gets stuck during startup: what it loads and waits for',
    [
      snapshots(3, 3),
      trace(30, ...samples, 'loading', 'type-loads', 'contention'),
      { kind: 'logs' },
      { kind: 'dump', type: 'mini' },
    ],
    ['Has this version ever started on this machine?', 'How long does it usually take?'],
  ),
]

export function checklistById(id: string): Checklist | null {
  return checklists.find((entry) => entry.id === id) ?? null
}
